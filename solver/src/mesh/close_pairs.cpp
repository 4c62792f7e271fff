#include "mesh/close_pairs.hpp"

#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace pace {
namespace {

/// Boxes are in single precision, so wider than the triangle by its rounding.
constexpr double rounding = 1e-6;

struct Scene {
  const Mesh& mesh;
  double wider;  ///< [scene units]
  const std::function<void(int, int)>& look;
  Vec3 centre;
  double unit;  ///< metres a scene unit
};

void bounds(const RTCBoundsFunctionArguments* arguments) {
  const Scene& scene = *static_cast<const Scene*>(arguments->geometryUserPtr);
  const auto& v = scene.mesh.triangles[arguments->primID].vertex;
  const auto& at = scene.mesh.vertices;
  const Vec3 low = at[v[0]].cwiseMin(at[v[1]]).cwiseMin(at[v[2]]),
             high = at[v[0]].cwiseMax(at[v[1]]).cwiseMax(at[v[2]]);
  const Vec3 from = (low - scene.centre) / scene.unit - Vec3::Constant(scene.wider),
             to = (high - scene.centre) / scene.unit + Vec3::Constant(scene.wider);
  RTCBounds& box = *arguments->bounds_o;
  box.lower_x = static_cast<float>(from.x()), box.lower_y = static_cast<float>(from.y()),
  box.lower_z = static_cast<float>(from.z());
  box.upper_x = static_cast<float>(to.x()), box.upper_y = static_cast<float>(to.y()),
  box.upper_z = static_cast<float>(to.z());
}

void collide(void* user, RTCCollision* collisions, unsigned count) {
  const Scene& scene = *static_cast<const Scene*>(user);
  for (unsigned i = 0; i < count; ++i) {
    const int a = static_cast<int>(collisions[i].primID0), b = static_cast<int>(collisions[i].primID1);
    // A scene against itself gives every pair, once or both ways round as its tree has it.
    if (a != b) scene.look(std::min(a, b), std::max(a, b));
  }
}

}  // namespace

void for_close_pairs(const Mesh& mesh, double margin_m, const std::function<void(int, int)>& look) {
  if (mesh.triangles.empty()) return;
  Vec3 low = mesh.vertices[mesh.triangles[0].vertex[0]], high = low;
  for (const Triangle& t : mesh.triangles)
    for (const int v : t.vertex) low = low.cwiseMin(mesh.vertices[v]), high = high.cwiseMax(mesh.vertices[v]);
  Scene about{mesh, 0.0, look, 0.5 * (low + high), std::max((high - low).norm(), 1e-300)};
  about.wider = margin_m / about.unit + rounding;
  const std::unique_ptr<RTCDeviceTy, decltype(&rtcReleaseDevice)> device(rtcNewDevice("threads=1"),
                                                                         &rtcReleaseDevice);
  if (!device) throw std::runtime_error("Embree cannot start: no device.");
  const std::unique_ptr<RTCSceneTy, decltype(&rtcReleaseScene)> scene(rtcNewScene(device.get()),
                                                                      &rtcReleaseScene);
  const RTCGeometry geometry = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(mesh.triangles.size()));
  rtcSetGeometryUserData(geometry, &about);
  rtcSetGeometryBoundsFunction(geometry, &bounds, &about);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene.get(), geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene.get());
  rtcCollide(scene.get(), scene.get(), &collide, &about);
  if (rtcGetDeviceError(device.get()) != RTC_ERROR_NONE)
    throw std::runtime_error("Embree cannot build its tree of the surfaces.");
}

bool share_a_vertex(const Mesh& mesh, int a, int b) {
  for (const int v : mesh.triangles[a].vertex)
    for (const int w : mesh.triangles[b].vertex)
      if (v == w) return true;
  return false;
}

}  // namespace pace
