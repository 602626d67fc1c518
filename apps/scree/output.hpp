// Standard output that notices when nobody can read it: a full disk, a closed pipe.
#pragma once

#include <string_view>

namespace scree::command {

struct Output {
  int error = 0;  // errno of the first write that failed
};

// Once a write has failed, later ones do nothing.
void write(Output& output, std::string_view text);
// Whether everything written has arrived; says why not on standard error.
bool finish(Output& output);

// "scree: message" on standard error.
void complain(std::string_view message);
// "note: message" on standard error.
void remark(std::string_view message);

}  // namespace scree::command
