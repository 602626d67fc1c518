// How a simulation is run: everything that is neither a body nor a material.
#pragma once

#include <scree/contact_data.hpp>
#include <scree/simulation_data.hpp>

#include <cstdint>
#include <string>

namespace scree {

struct Settings {
  std::string name;
  Real time_step = 0;                // s; 0: `time_step_fraction` of the stable one
  Real time_step_fraction = 0.2;     // of the stable time step
  bool allow_unstable_step = false;  // a time step above the stable one is wanted, not a mistake
  Real end_time = 1;                 // s
  Algorithm algorithm = Algorithm::automatic;
  ContactPoints contact_points = ContactPoints::one;
  Real parallel_angle = 0;         // rad; features within it share a patch. 0: as the contact points want it
  bool elastic_correction = true;  // undamped single-point contacts get back what steps across kinks miss
  Real skin = 0;                   // m; 0: a share of the mean size
  int threads = 0;                 // 0: as many as the machine has
  std::uint64_t seed = 1;
  Real table_interval = 0;       // s; 0: end_time / 1000
  Real checkpoint_interval = 0;  // s; 0: end_time / 20
  bool frames = true;            // a file of frames is written
  Real frame_interval = 0;       // s; 0: end_time / 100
  bool paraview = true;          // and each frame as files for ParaView
};

}  // namespace scree
