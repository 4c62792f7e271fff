// The field scattered by the currents 2 n̂ × H of the lit surface.
#pragma once

#include <vector>

#include "excitation/plane_wave.hpp"
#include "physical_optics/lighting.hpp"

namespace pace {

/// S(w) = Σ ∫ n̂ e^{jw·r} dS over the lit surface [m²], facets in closed form. All polarizations and all
/// directions of one wave share it, the wave k̂ seen from r̂ having w = k(r̂ − k̂). Work: one sine and cosine a
/// vertex, some thirty multiplications a lit facet.
CVec3 lit_area_spectrum(const FacetSurface& surface, const Lighting& lighting, const Vec3& w);

/// The far-field amplitude towards r̂ of the currents J = 2 n̂ × H_inc:
///   E(r̂) = −(jk/2π) (I − r̂r̂)·[S(w) × (k̂ × E0)]           [docs/theory/physical-optics.md]
CVec3 physical_optics_field(double k, const PlaneWave& wave, const Vec3& r_hat, const CVec3& spectrum);

/// J = 2 n̂ × H_inc at points [A/m], the area-weighted mean over the lit facets at each, zero where all are
/// dark. A facet that is lit in pieces counts with its lit share.
std::vector<CVec3> physical_optics_current(const FacetSurface& surface, const Lighting& lighting,
                                           const SurfacePoints& points, double k, const PlaneWave& wave);

}  // namespace pace
