// Several small files into one folder.
#pragma once

#include <scree/result.hpp>

#include <optional>
#include <string>
#include <vector>

namespace scree {

struct NamedFile {
  std::string name;
  std::string bytes;
};

// Makes the folder and those above it where they are missing. Nothing: it is there and can be written to.
std::optional<Error> make_folder(const std::string& folder);
// Each file whole or not at all; the first one that cannot be written ends it.
std::optional<Error> write_files(const std::string& folder, const std::vector<NamedFile>& files);

// Those of an earlier time that are not written again this time.
void remove_files(const std::string& folder, const std::vector<std::string>& names,
                  const std::vector<NamedFile>& kept);

}  // namespace scree
