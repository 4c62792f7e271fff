#include "physical_optics/ray_scene.hpp"

#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

#include <limits>
#include <stdexcept>

namespace pace {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
/// In extents: some twenty roundings of single precision at the rim of the scene.
constexpr double relative_lift = 2e-6;
constexpr int packet = 16;

#if RTC_VERSION_MAJOR >= 4
struct Query {
  explicit Query(bool coherent) {
    rtcInitOccludedArguments(&occluded);
    rtcInitIntersectArguments(&intersect);
    if (coherent) occluded.flags = RTC_RAY_QUERY_FLAG_COHERENT;
  }
  RTCOccludedArguments occluded;
  RTCIntersectArguments intersect;
};
void occluded16(const int* valid, RTCScene scene, Query& query, RTCRay16& rays) {
  rtcOccluded16(valid, scene, &rays, &query.occluded);
}
void occluded1(RTCScene scene, Query& query, RTCRay& ray) { rtcOccluded1(scene, &ray, &query.occluded); }
void intersect1(RTCScene scene, Query& query, RTCRayHit& ray) {
  rtcIntersect1(scene, &ray, &query.intersect);
}
#else
struct Query {
  explicit Query(bool coherent) {
    rtcInitIntersectContext(&context);
    if (coherent) context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  }
  RTCIntersectContext context;
};
void occluded16(const int* valid, RTCScene scene, Query& query, RTCRay16& rays) {
  rtcOccluded16(valid, scene, &query.context, &rays);
}
void occluded1(RTCScene scene, Query& query, RTCRay& ray) { rtcOccluded1(scene, &query.context, &ray); }
void intersect1(RTCScene scene, Query& query, RTCRayHit& ray) { rtcIntersect1(scene, &query.context, &ray); }
#endif

}  // namespace

struct RayScene::Scene {
  const FacetSurface& surface;
  double unit;  ///< metres a scene unit
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;

  Eigen::Vector3f scaled(const Vec3& p) const { return ((p - surface.centre) / unit).cast<float>(); }

  RTCRay ray(const Vec3& origin, const Vec3& direction) const {
    const Eigen::Vector3f o = scaled(origin);
    RTCRay r{};
    r.org_x = o.x(), r.org_y = o.y(), r.org_z = o.z();
    r.dir_x = static_cast<float>(direction.x()), r.dir_y = static_cast<float>(direction.y()),
    r.dir_z = static_cast<float>(direction.z());
    r.tnear = 0.0F, r.tfar = infinity, r.mask = 0xFFFFFFFFU;
    return r;
  }
};

RayScene::RayScene(const FacetSurface& surface) : scene_(new Scene{surface, surface.extent}) {
  scene_->device = rtcNewDevice("threads=1");
  if (!scene_->device) throw std::runtime_error("Embree cannot start: no ray tracing device.");
  scene_->scene = rtcNewScene(scene_->device);
  rtcSetSceneFlags(scene_->scene, RTC_SCENE_FLAG_ROBUST);
  const RTCGeometry geometry = rtcNewGeometry(scene_->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), surface.vertices.size()));
  auto* indices = static_cast<unsigned*>(rtcSetNewGeometryBuffer(
      geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), surface.facets.size()));
  if (!vertices || !indices) throw std::bad_alloc();
  for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
    const Eigen::Vector3f p = scene_->scaled(surface.vertices[v]);
    std::copy_n(p.data(), 3, vertices + 3 * v);
  }
  for (std::size_t f = 0; f < surface.facets.size(); ++f)
    for (int i = 0; i < 3; ++i) indices[3 * f + i] = static_cast<unsigned>(surface.facets[f].vertex[i]);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene_->scene, geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene_->scene);
  if (rtcGetDeviceError(scene_->device) != RTC_ERROR_NONE)
    throw std::runtime_error("Embree cannot build its tree of the surface.");
}

RayScene::~RayScene() {
  rtcReleaseScene(scene_->scene);
  rtcReleaseDevice(scene_->device);
}

double RayScene::lift() const { return relative_lift * scene_->unit; }

void RayScene::blocked_towards(std::span<const Vec3> origins, const Vec3& direction,
                               std::vector<char>& blocked) const {
  blocked.resize(origins.size());
  Query query(true);
  alignas(64) RTCRay16 rays{};
  alignas(64) int valid[packet];
  for (std::size_t first = 0; first < origins.size(); first += packet) {
    const int count = static_cast<int>(std::min<std::size_t>(packet, origins.size() - first));
    for (int i = 0; i < packet; ++i) {
      valid[i] = i < count ? -1 : 0;
      const Eigen::Vector3f o = scene_->scaled(origins[first + std::min(i, count - 1)]);
      rays.org_x[i] = o.x(), rays.org_y[i] = o.y(), rays.org_z[i] = o.z();
      rays.dir_x[i] = static_cast<float>(direction.x());
      rays.dir_y[i] = static_cast<float>(direction.y());
      rays.dir_z[i] = static_cast<float>(direction.z());
      rays.tnear[i] = 0.0F, rays.tfar[i] = infinity, rays.mask[i] = 0xFFFFFFFFU, rays.time[i] = 0.0F,
      rays.flags[i] = 0;
    }
    occluded16(valid, scene_->scene, query, rays);
    for (int i = 0; i < count; ++i) blocked[first + i] = rays.tfar[i] < 0.0F;
  }
}

bool RayScene::is_blocked(const Vec3& origin, const Vec3& direction) const {
  Query query(false);
  RTCRay ray = scene_->ray(origin, direction);
  occluded1(scene_->scene, query, ray);
  return ray.tfar < 0.0F;
}

std::optional<RayHit> RayScene::first_hit(const Vec3& origin, const Vec3& direction) const {
  Query query(false);
  RTCRayHit found{};
  found.ray = scene_->ray(origin, direction);
  found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  found.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  intersect1(scene_->scene, query, found);
  if (found.hit.geomID == RTC_INVALID_GEOMETRY_ID) return {};
  const auto facet = static_cast<int>(found.hit.primID);
  const Facet& f = scene_->surface.facets[facet];
  const double rate = f.normal.dot(direction);
  if (std::abs(rate) < FacetSurface::edge_on) return RayHit{facet, found.ray.tfar * scene_->unit};
  return RayHit{facet, f.normal.dot(scene_->surface.vertices[f.vertex[0]] - origin) / rate};
}

}  // namespace pace
