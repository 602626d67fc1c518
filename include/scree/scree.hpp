// Everything scree offers, in one include.
#pragma once

#include <scree/contact.hpp>
#include <scree/contact_data.hpp>
#include <scree/energy.hpp>
#include <scree/query_many.hpp>
#include <scree/real.hpp>
#include <scree/result.hpp>
#include <scree/shape.hpp>
#include <scree/simulation.hpp>
#include <scree/simulation_data.hpp>
#include <scree/topology.hpp>
#include <scree/vec.hpp>
#include <scree/vec2.hpp>
#include <scree/version.hpp>
