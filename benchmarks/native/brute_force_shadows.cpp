// The shadows of Physical Optics without a tree: one ray from the middle of each facet that looks to the
// source, against every facet. brute_force_shadows DRAWING THETA_DEG PHI_DEG…   (docs/run-folder.md:
// Drawings); one JSON object on stdout.
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <vector>

namespace {

using Vec = std::array<float, 3>;
Vec operator-(const Vec& a, const Vec& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
float dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Facet {
  Vec corner, u, v;
};

/// Möller & Trumbore, J. Graphics Tools 2 (1997): does the ray meet the facet farther away than `nearest`?
bool meets(const Facet& f, const Vec& origin, const Vec& direction, float nearest) {
  const Vec p = cross(direction, f.v);
  const float determinant = dot(f.u, p);
  if (std::abs(determinant) < 1e-12f) return false;
  const float inverse = 1.0f / determinant;
  const Vec s = origin - f.corner;
  const float a = inverse * dot(s, p);
  if (a < 0.0f || a > 1.0f) return false;
  const Vec q = cross(s, f.u);
  const float b = inverse * dot(direction, q);
  return b >= 0.0f && a + b <= 1.0f && inverse * dot(f.v, q) > nearest;
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argv[1], std::ios::binary);
  char magic[8];
  std::uint32_t counts[2];
  file.read(magic, 8).read(reinterpret_cast<char*>(counts), 8);
  std::vector<Vec> places(counts[0]);
  std::vector<std::array<std::uint32_t, 3>> corners(counts[1]);
  file.read(reinterpret_cast<char*>(places.data()), 12l * counts[0]);
  file.read(reinterpret_cast<char*>(corners.data()), 12l * counts[1]);
  if (argc < 4 || !file) return 2;
  std::vector<Facet> facets;
  for (const auto& t : corners)
    facets.push_back({places[t[0]], places[t[1]] - places[t[0]], places[t[2]] - places[t[0]]});

  const auto start = std::chrono::steady_clock::now();
  const std::clock_t before = std::clock();
  std::uint64_t tests = 0, rays = 0, lit = 0;
  const int directions = (argc - 2) / 2;
  for (int d = 0; d < directions; ++d) {
    const double theta = std::atof(argv[2 + 2 * d]) * M_PI / 180.0,
                 phi = std::atof(argv[3 + 2 * d]) * M_PI / 180.0;
    const Vec towards{static_cast<float>(std::sin(theta) * std::cos(phi)),
                      static_cast<float>(std::sin(theta) * std::sin(phi)),
                      static_cast<float>(std::cos(theta))};
    for (std::size_t i = 0; i < facets.size(); ++i) {
      const Facet& f = facets[i];
      if (dot(cross(f.u, f.v), towards) <= 0.0f) continue;
      Vec origin;
      for (int c = 0; c < 3; ++c) origin[c] = f.corner[c] + (f.u[c] + f.v[c]) / 3.0f;
      ++rays;
      bool free = true;
      for (std::size_t j = 0; j < facets.size() && free; ++j) {
        ++tests;
        free = j == i || !meets(facets[j], origin, towards, 1e-5f);
      }
      lit += free;
    }
  }
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf(
      "{\"facets\":%zu,\"angles\":%d,\"rays\":%llu,\"tests\":%llu,\"lit\":%llu,\"wallSeconds\":%.6f,\"coreSeconds\":%.6f}\n",
      facets.size(), directions, static_cast<unsigned long long>(rays),
      static_cast<unsigned long long>(tests), static_cast<unsigned long long>(lit), wall,
      static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
}
