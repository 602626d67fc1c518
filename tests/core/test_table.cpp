// Tables of text: widths in characters, alignment, no spaces at line ends.
#include "core/table.hpp"

#include <gtest/gtest.h>

namespace scree {
namespace {

TEST(Table, AlignsColumns) {
  const Table table{{{"name", Align::left}, {"n"}, {"unit", Align::left}},
                    {{"a", "1", "m"}, {"long name", "-12.5", ""}}};
  EXPECT_EQ(to_text(table),
            "name           n  unit\n"
            "---------  -----  ----\n"
            "a              1  m\n"
            "long name  -12.5\n");
}

TEST(Table, CountsCharactersNotBytes) {
  const Table table{{{"x", Align::left}, {"y"}}, {{"\u00e9\u00e8", "1"}, {"ab", "2"}}};
  EXPECT_EQ(to_text(table),
            "x   y\n"
            "--  -\n"
            "\u00e9\u00e8  1\n"
            "ab  2\n");
}

TEST(Table, MayHaveNoRows) { EXPECT_EQ(to_text(Table{{{"a"}, {"b"}}, {}}), "a  b\n-  -\n"); }

}  // namespace
}  // namespace scree
