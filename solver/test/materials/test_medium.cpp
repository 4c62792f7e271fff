#include <doctest/doctest.h>

#include "coating_job.hpp"
#include "core/error.hpp"
#include "materials/medium.hpp"

using namespace pace;
using coating::Json;
using coating::material;

namespace {

bool same(Complex a, Complex b, double relative = 1e-13) { return std::abs(a - b) <= relative * std::abs(b); }

Json dispersive() {
  return {{"isConstant", false},
          {"inputMaterials",
           {material("A", 4e9, {8.0, -2.0}), material("A", 1e9, {4.0, -1.0}), material("B", 1e9, 2.0)}}};
}

}  // namespace

TEST_CASE("a passive medium is stored with ε'' and μ'' ≥ 0 whichever sign was typed") {
  for (const double sign : {1.0, -1.0}) {
    const Json materials = {{"inputMaterials", {material("A", 0, {4.0, sign * 0.5}, {2.0, sign * 0.25})}}};
    const Medium medium = medium_at(materials, "A", 1e9);
    CHECK(medium.relative_permittivity == Complex(4.0, -0.5));
    CHECK(medium.relative_permeability == Complex(2.0, -0.25));
  }
}

TEST_CASE("the wave in a lossy medium decays: k = k' − jk'', k² = k₀² ε μ, η² = η₀² μ/ε") {
  for (const Complex eps :
       {Complex(4, -1), Complex(75, -13), Complex(1, -1e7), Complex(2, -1e-13), Complex(-3, -0.1)})
    for (const Complex mu : {Complex(1, 0), Complex(2, -1.5)}) {
      const Medium medium{eps, mu};
      const Complex k = medium.wavenumber(3e9), k0 = 2.0 * pi * 3e9 / speed_of_light;
      CAPTURE(eps);
      CHECK(k.imag() <= 0.0);
      CHECK(same(k * k, k0 * k0 * eps * mu));
      CHECK(same(medium.impedance() * medium.impedance(), vacuum_impedance * vacuum_impedance * mu / eps));
    }
}

TEST_CASE("a loss tangent of 1e-13 is not lost in the root") {
  CHECK(same(Medium{{4.0, -4e-13}, 1.0}.refractive_index().imag(), -1e-13, 1e-12));
}

TEST_CASE("parameters lie on straight lines over log f between the entries, and stay outside them") {
  const Json materials = dispersive();
  CHECK(same(medium_at(materials, "A", 2e9).relative_permittivity, {6.0, -1.5}));
  CHECK(same(medium_at(materials, "A", 1e8).relative_permittivity, {4.0, -1.0}));
  CHECK(same(medium_at(materials, "A", 1e11).relative_permittivity, {8.0, -2.0}));
}

TEST_CASE("constant materials have the lowest frequency's values at every frequency") {
  Json materials = dispersive();
  materials["isConstant"] = true;
  CHECK(medium_at(materials, "A", 4e9).relative_permittivity == Complex(4.0, -1.0));
}

TEST_CASE("a material with params counts as all of them; a table from 0 Hz is level in its first stretch") {
  Json entry = material("T", 5e9, 99.0);
  entry["params"] = {material("", 0, 2.0), material("", 1e10, {3.0, -1.0})};
  const Json materials = {{"isConstant", false}, {"inputMaterials", {entry}}};
  CHECK(medium_at(materials, "T", 1e9).relative_permittivity == Complex(3.0, -1.0));
}

TEST_CASE("a material that is not there is named; vacuum need not be there") {
  try {
    medium_at(dispersive(), "Unobtainium", 1e9);
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(error.code() == "MATERIAL_MISSING");
    CHECK(std::string(error.what()).find("\"Unobtainium\"") != std::string::npos);
  }
  CHECK(medium_at(dispersive(), "vacuum", 1e9).relative_permittivity == Complex(1.0, 0.0));
  CHECK_THROWS_AS(medium_at({{"inputMaterials", {material("Z", 0, 0.0)}}}, "Z", 1e9), InputError);
}
