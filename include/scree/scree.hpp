// Everything scree offers, in one include.
#pragma once

#include <scree/contact.hpp>
#include <scree/contact_data.hpp>
#include <scree/real.hpp>
#include <scree/result.hpp>
#include <scree/shape.hpp>
#include <scree/topology.hpp>
#include <scree/vec.hpp>
#include <scree/version.hpp>
