#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>
#include <stdexcept>

#include "core/complex_text.hpp"
#include "core/error.hpp"

using namespace pace;
using Json = nlohmann::json;

namespace {

/// The sentence of a value alone.
std::string said(const Json& value) { return english({"material.named", {{"name", value}}}); }

Json sentences() {
  std::ifstream file(PACE_REPOSITORY "/contract/messages/en.json");
  return Json::parse(file);
}

/// Names of the values in a sentence.
std::set<std::string> names_in(const std::string& sentence) {
  std::set<std::string> names;
  for (std::size_t at = 0; (at = sentence.find("{{", at)) != std::string::npos; at += 2)
    names.insert(sentence.substr(at + 2, sentence.find("}}", at) - at - 2));
  return names;
}

}  // namespace

TEST_CASE("the program has the catalogue of the contract, and every sentence of it can be said") {
  const Json catalogue = sentences();
  std::vector<std::string> keys;
  for (const auto& [key, sentence] : catalogue.items()) {
    keys.push_back(key);
    const bool one = key.ends_with("_one"), many = key.ends_with("_other");
    Message message{key.substr(0, key.size() - (one ? 4 : many ? 6 : 0))};
    for (const std::string& name : names_in(sentence)) message.values[name] = "<" + name + ">";
    if (one || many) message.values["count"] = one ? 1 : 7;
    CAPTURE(key);
    const std::string text = english(message);
    CHECK_FALSE(text.empty());
    CHECK(text.find("{{") == std::string::npos);
    for (const std::string& name : names_in(sentence))
      if (name != "count") CHECK(text.find("<" + name + ">") != std::string::npos);
  }
  CHECK(message_keys() == keys);
}

TEST_CASE("a message of no sentence, without a value or with one too many is a mistake of the program") {
  CHECK_THROWS_AS(english({"NO_SUCH_CODE"}), std::logic_error);
  CHECK_THROWS_AS(english({"MESH_VERY_FINE"}), std::logic_error);
  CHECK_THROWS_AS(english({"PO_ONE_REFLECTION", {{"size", 3}}}), std::logic_error);
  CHECK_THROWS_AS(english({"MATRIX_SINGULAR", {{"unknown", true}}}), std::logic_error);
}

TEST_CASE("the count chooses between singular and plural") {
  CHECK(english({"JUNCTIONS", {{"count", 1}}}) == "At 1 edge three or more triangles meet (junctions).");
  CHECK(english({"JUNCTIONS", {{"count", 12}}}) == "At 12 edges three or more triangles meet (junctions).");
  CHECK(english({"VERTEX_FAR_AWAY", {{"count", 1}, {"times", 900}}}).starts_with("A vertex lies 900 times"));
}

TEST_CASE("numbers are short decimals, and have an exponent only where they are very small or very large") {
  CHECK(said(3) == "3");
  CHECK(said(3.0) == "3");
  CHECK(said(0.1) == "0.1");
  CHECK(said(-12.5) == "-12.5");
  CHECK(said(0.0001) == "0.0001");
  CHECK(said(1234567.5) == "1234567.5");
  CHECK(said(5.12e-09) == "5.12e-09");
  CHECK(said(2.5e300) == "2.5e+300");
  CHECK(said(significant(1234567.0, 4)) == "1235000");
  CHECK(said(significant(2.0 / 3.0, 2)) == "0.67");
  CHECK(said(decimals(-30.04, 1)) == "-30");
  CHECK(said(significant(std::numeric_limits<double>::infinity(), 3)) == "inf");
  CHECK(said(significant(std::numeric_limits<double>::quiet_NaN(), 3)) == "nan");
}

TEST_CASE("a value may be a message, or a list of messages and texts") {
  const Message three{"surface", {{"number", 3}}};
  CHECK(said(three) == "surface 3");
  CHECK(said(Json::array({"wing", three, 5})) == "wing, surface 3, 5");
  CHECK(Json(three) == Json{{"message", "surface"}, {"values", {{"number", 3}}}});
}

TEST_CASE("complex numbers are written as on every page") {
  CHECK(said(complex_text({392.108, -113.0512}, 5)) == "392.11 − j113.05");
  CHECK(said(complex_text({0.5, 2.0}, 5)) == "0.5 + j2");
  CHECK(said(complex_text({377.0, 0.0}, 5)) == "377");
}

TEST_CASE("an error has the code before the point of its key, its sentence and its values") {
  const InputError error(Message{"UNV_DUPLICATE_LABEL.node", {{"label", 4}, {"line", 9}}}, "line 9");
  CHECK(error.code() == "UNV_DUPLICATE_LABEL");
  CHECK(error.where() == "line 9");
  CHECK(std::string(error.what()).starts_with("The node label 4 occurs a second time in line 9."));
  CHECK(error.message().key == "UNV_DUPLICATE_LABEL.node");
  const Json finding = Statement(Message{"JUNCTIONS", {{"count", 2}}});
  CHECK(finding == Json{{"code", "JUNCTIONS"},
                        {"sentence", "At 2 edges three or more triangles meet (junctions)."},
                        {"message", "JUNCTIONS"},
                        {"values", {{"count", 2}}}});
}
