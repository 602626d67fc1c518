// Materials and what two of them do in contact.
#pragma once

#include <scree/simulation_data.hpp>

#include "model/contact_law_data.hpp"
