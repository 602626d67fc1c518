#include "core/base64.hpp"

#include <gtest/gtest.h>

#include <string>

namespace scree {
namespace {

std::string coded(std::string_view bytes) {
  std::string text = ">";
  append_base64(bytes, text);
  return text;
}

// The examples of RFC 4648, section 10, behind text that was there before.
TEST(Base64, GivesTheExamplesOfItsDefinition) {
  EXPECT_EQ(coded(""), ">");
  EXPECT_EQ(coded("f"), ">Zg==");
  EXPECT_EQ(coded("fo"), ">Zm8=");
  EXPECT_EQ(coded("foo"), ">Zm9v");
  EXPECT_EQ(coded("foob"), ">Zm9vYg==");
  EXPECT_EQ(coded("fooba"), ">Zm9vYmE=");
  EXPECT_EQ(coded("foobar"), ">Zm9vYmFy");
}

TEST(Base64, TakesEveryByte) {
  EXPECT_EQ(coded(std::string("\0\0\0", 3)), ">AAAA");
  EXPECT_EQ(coded("\xff\xff\xff"), ">////");
  EXPECT_EQ(coded("\xfb\xef\xbe"), ">++++");
  EXPECT_EQ(coded("\x80"), ">gA==");
}

}  // namespace
}  // namespace scree
