#include "regions/crossings.hpp"

#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>

namespace pace {
namespace {

using Corners = std::array<Vec3, 3>;

struct Meeting {
  bool touch;
  Vec3 where_m;
};

Vec3 nearest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a;
  const double length_squared = along.squaredNorm();
  return length_squared == 0.0 ? a
                               : Vec3(a + std::clamp((p - a).dot(along) / length_squared, 0.0, 1.0) * along);
}

/// p over the triangle, in its own plane.
bool is_over(const Vec3& p, const Corners& t, const Vec3& normal) {
  for (int e = 0; e < 3; ++e)
    if ((t[(e + 1) % 3] - t[e]).cross(p - t[e]).dot(normal) < 0.0) return false;
  return true;
}

/// An edge of `a` that passes through `b`, or a corner of `a` on `b`.
std::optional<Meeting> one_way(const Corners& a, const Corners& b, double tolerance) {
  const Vec3 area_vector = (b[1] - b[0]).cross(b[2] - b[0]);
  const double size = area_vector.norm();
  if (size == 0.0) return {};
  const Vec3 normal = area_vector / size;
  std::array<double, 3> height;
  for (int i = 0; i < 3; ++i) height[i] = (a[i] - b[0]).dot(normal);
  std::optional<Meeting> met;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (std::min(height[i], height[j]) < -tolerance && std::max(height[i], height[j]) > tolerance) {
      const Vec3 p = a[i] + height[i] / (height[i] - height[j]) * (a[j] - a[i]);
      if (is_over(p, b, normal)) return Meeting{false, p};
    }
    if (std::abs(height[i]) <= tolerance && is_over(a[i], b, normal)) met = {true, a[i]};
  }
  return met;
}

/// Edges that come closer than the tolerance (Ericson, Real-Time Collision Detection, 2005, §5.1.9).
std::optional<Vec3> edges_touch(const Corners& a, const Corners& b, double tolerance) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 &p = a[i], &q = b[j], u = a[(i + 1) % 3] - p, v = b[(j + 1) % 3] - q, w = p - q;
      const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v), determinant = uu * vv - uv * uv;
      double s = determinant > 1e-12 * uu * vv
                     ? std::clamp((uv * v.dot(w) - vv * u.dot(w)) / determinant, 0.0, 1.0)
                     : 0.0;
      const Vec3 on_b = nearest_on_segment(p + s * u, q, q + v), on_a = nearest_on_segment(on_b, p, p + u);
      if ((on_a - on_b).norm() <= tolerance) return on_a;
    }
  return {};
}

std::optional<Meeting> meeting(const Corners& a, const Corners& b, double tolerance) {
  const auto first = one_way(a, b, tolerance);
  if (first && !first->touch) return first;
  const auto second = one_way(b, a, tolerance);
  if (second && !second->touch) return second;
  if (first) return first;
  if (second) return second;
  if (const auto where = edges_touch(a, b, tolerance)) return Meeting{true, *where};
  return {};
}

class Search {
 public:
  Search(const Mesh& mesh, const Topology& topology, double tolerance)
      : mesh_(mesh), topology_(topology), tolerance_(tolerance) {
    Vec3 low = mesh.vertices[0], high = low;
    for (const Vec3& v : mesh.vertices) low = low.cwiseMin(v), high = high.cwiseMax(v);
    centre_ = 0.5 * (low + high);
    unit_ = std::max((high - low).norm(), 1e-300);
  }

  std::vector<Crossing> run() {
    const std::unique_ptr<RTCDeviceTy, decltype(&rtcReleaseDevice)> device(rtcNewDevice("threads=1"),
                                                                           &rtcReleaseDevice);
    if (!device) throw std::runtime_error("Embree can not start: no device.");
    const std::unique_ptr<RTCSceneTy, decltype(&rtcReleaseScene)> scene(rtcNewScene(device.get()),
                                                                        &rtcReleaseScene);
    const RTCGeometry geometry = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(mesh_.triangles.size()));
    rtcSetGeometryUserData(geometry, this);
    rtcSetGeometryBoundsFunction(geometry, &Search::bounds, this);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene.get(), geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene.get());
    rtcCollide(scene.get(), scene.get(), &Search::collide, this);
    if (rtcGetDeviceError(device.get()) != RTC_ERROR_NONE)
      throw std::runtime_error("Embree can not build its tree of the surfaces.");
    std::vector<Crossing> result;
    for (const auto& [key, crossing] : found_) result.push_back(crossing);
    return result;
  }

 private:
  /// In single precision, so wider than the triangle by its rounding.
  static constexpr double rounding = 1e-6;

  static void bounds(const RTCBoundsFunctionArguments* arguments) {
    const Search& self = *static_cast<const Search*>(arguments->geometryUserPtr);
    const Corners corners = self.corners(static_cast<int>(arguments->primID));
    const Vec3 low = corners[0].cwiseMin(corners[1]).cwiseMin(corners[2]),
               high = corners[0].cwiseMax(corners[1]).cwiseMax(corners[2]);
    const double wider = self.tolerance_ / self.unit_ + rounding;
    const Vec3 from = (low - self.centre_) / self.unit_ - Vec3::Constant(wider),
               to = (high - self.centre_) / self.unit_ + Vec3::Constant(wider);
    RTCBounds& box = *arguments->bounds_o;
    box.lower_x = static_cast<float>(from.x()), box.lower_y = static_cast<float>(from.y()),
    box.lower_z = static_cast<float>(from.z());
    box.upper_x = static_cast<float>(to.x()), box.upper_y = static_cast<float>(to.y()),
    box.upper_z = static_cast<float>(to.z());
  }

  /// Called from several threads.
  static void collide(void* user, RTCCollision* collisions, unsigned count) {
    Search& self = *static_cast<Search*>(user);
    for (unsigned i = 0; i < count; ++i) {
      const int a = static_cast<int>(collisions[i].primID0), b = static_cast<int>(collisions[i].primID1);
      if (a != b) self.look_at(std::min(a, b), std::max(a, b));
    }
  }

  Corners corners(int t) const {
    const auto& v = mesh_.triangles[t].vertex;
    return {mesh_.vertices[v[0]], mesh_.vertices[v[1]], mesh_.vertices[v[2]]};
  }

  void look_at(int a, int b) {
    std::array<int, 2> parts{mesh_.triangles[a].part, mesh_.triangles[b].part};
    std::array<int, 2> components{topology_.component[a], topology_.component[b]};
    if (parts[0] == parts[1] && components[0] == components[1]) return;
    for (const int v : mesh_.triangles[a].vertex)
      for (const int w : mesh_.triangles[b].vertex)
        if (v == w) return;
    const auto met = meeting(corners(a), corners(b), tolerance_);
    if (!met || (met->touch && components[0] == components[1])) return;
    if (std::pair(components[0], parts[0]) > std::pair(components[1], parts[1]))
      std::swap(parts[0], parts[1]), std::swap(components[0], components[1]);
    const Crossing crossing{parts, components, met->touch, met->where_m};
    // Threads come in any order: the same place is kept whichever was first.
    const auto rank = [](const Crossing& c) {
      return std::tuple(c.touch, c.where_m.x(), c.where_m.y(), c.where_m.z());
    };
    const std::lock_guard guard(lock_);
    const auto [known, is_new] =
        found_.try_emplace({parts[0], parts[1], components[0], components[1]}, crossing);
    if (!is_new && rank(crossing) < rank(known->second)) known->second = crossing;
  }

  const Mesh& mesh_;
  const Topology& topology_;
  double tolerance_;
  Vec3 centre_;
  double unit_;  ///< metres a scene unit
  std::mutex lock_;
  std::map<std::array<int, 4>, Crossing> found_;  ///< by parts and components
};

}  // namespace

std::vector<Crossing> crossings_of(const Mesh& mesh, const Topology& topology, double tolerance_m) {
  if (mesh.triangles.empty()) return {};
  return Search(mesh, topology, tolerance_m).run();
}

}  // namespace pace
