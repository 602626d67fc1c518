// Contact files: named shapes and the placed pairs to query, in JSON.
#pragma once

#include <scree/shape.hpp>
#include <scree/vec.hpp>

#include "scene/shape_json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace scree {

struct NamedShape {
  std::string name;
  Shape shape;
};

struct PlacedShape {
  std::size_t shape = 0;  // index into PairFile::shapes
  Pose world_from_shape;  // places the shape's own origin, not its centroid; of a shape of the plane: in it
};

struct PlacedPair {
  PlacedShape a, b;
};

struct PairFile {
  std::vector<NamedShape> shapes;  // by name
  std::vector<PlacedPair> pairs;   // in the file's order
};

// Everything is checked before anything is returned: a PairFile holds valid shapes, unit quaternions and
// finite positions. `file` is the text's name in messages.
Result<PairFile> parse_pairs(const std::string& text, const std::string& file, const MeshFiles& files);
// The same from a file; meshes with relative names are looked for beside it.
Result<PairFile> read_pair_file(const std::string& path);

}  // namespace scree
