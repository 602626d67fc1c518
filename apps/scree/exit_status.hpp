// What the command's exit status says. Scripts rely on it: docs/guide/contact.md repeats it.
#pragma once

namespace scree::command {

inline constexpr int exit_ok = 0;
inline constexpr int exit_output_failed = 1;  // standard output could not be written
inline constexpr int exit_bad_input = 2;      // a flag, a file or a shape is wrong; nothing was printed
inline constexpr int exit_query_failed = 3;   // all was printed; the status of some queries is not ok

}  // namespace scree::command
