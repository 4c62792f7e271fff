#include "observables/plane_wave_moments.hpp"

#include <algorithm>
#include <cmath>

#include "core/cross.hpp"
#include "quadrature/triangle_rule.hpp"

namespace pace {
namespace {

/// Of the far field of bent triangles; of those whose phase φ turns by less than this from the centroid to a
/// corner the smaller one leaves as little out: φ⁵/5! against φ⁷/7! at edges of λ/5.
constexpr int bent_far_degree = 6, bent_far_degree_of_small = 4;
constexpr double small_phase = 0.5;

/// Of b_i e^{jφ}, whose mean is near 1/3; smaller terms are left out.
constexpr double smallest_mean = 1e-9;
/// Enough for triangles of two wavelengths; what is larger is no mesh for RWG functions.
constexpr int most_terms = 60;

struct PhaseMoments {
  Complex zeroth;  ///< mean of e^{jk d·r} over the triangle
  CVec3 first;     ///< mean of (r − c) e^{jk d·r}
};

/// A rule on a triangle, its points side by side in the lanes of batches; what fills them up weighs nothing.
class LaneRule {
 public:
  using Batch = xsimd::batch<double>;
  explicit LaneRule(int degree) {
    const auto rule = triangle_rule(degree);
    const std::size_t padded = (rule.size() + Batch::size - 1) / Batch::size * Batch::size;
    for (auto& values : barycentric_) values.assign(padded, 0.0);
    weight_.assign(padded, 0.0);
    for (std::size_t i = 0; i < rule.size(); ++i) {
      for (int c = 0; c < 3; ++c) barycentric_[c][i] = rule[i].barycentric[c];
      weight_[i] = rule[i].weight;
    }
  }
  /// Means of b_c e^{jφ}, φ linear between its values at the corners.
  std::array<Complex, 3> operator()(const std::array<double, 3>& phase) const {
    std::array<Batch, 3> re, im;
    re.fill(Batch(0.0)), im.fill(Batch(0.0));
    for (std::size_t i = 0; i < weight_.size(); i += Batch::size) {
      std::array<Batch, 3> b;
      for (int c = 0; c < 3; ++c) b[c] = Batch::load_aligned(&barycentric_[c][i]);
      const auto [sine, cosine] = xsimd::sincos(b[0] * phase[0] + b[1] * phase[1] + b[2] * phase[2]);
      const Batch weight = Batch::load_aligned(&weight_[i]);
      for (int c = 0; c < 3; ++c) {
        re[c] = xsimd::fma(weight * b[c], cosine, re[c]);
        im[c] = xsimd::fma(weight * b[c], sine, im[c]);
      }
    }
    std::array<Complex, 3> means;
    for (int c = 0; c < 3; ++c) means[c] = Complex(xsimd::hadd(re[c]), xsimd::hadd(im[c]));
    return means;
  }

 private:
  using Doubles = std::vector<double, xsimd::aligned_allocator<double>>;
  std::array<Doubles, 3> barycentric_;
  Doubles weight_;
};

/// @param t  a SurfaceTriangle or a SubTriangle
template <int degree = phase_degree, class AnyTriangle>
PhaseMoments phase_moments(const AnyTriangle& t, double k, const Vec3& direction) {
  static const LaneRule rule(degree);
  std::array<Vec3, 3> arm;
  std::array<double, 3> phase;
  for (int c = 0; c < 3; ++c) {
    arm[c] = t.vertex[c] - t.centroid;
    phase[c] = k * direction.dot(arm[c]);
  }
  const Complex centre = std::polar(1.0, k * direction.dot(t.centroid));
  PhaseMoments m{Complex(0.0), CVec3::Zero()};
  const std::array<Complex, 3> means = rule(phase);
  for (int c = 0; c < 3; ++c) {
    const Complex mean = centre * means[c];
    m.zeroth += mean;
    m.first += mean * arm[c].cast<Complex>();
  }
  return m;
}

/// The same of the three arms of any triangle, over a part of it between three points of its coordinates.
std::array<CVec3, 3> arm_moments(const SurfaceTriangle& t, const std::array<Barycentric, 3>& corner, double k,
                                 const Vec3& direction, int degree) {
  std::array<CVec3, 3> sum{CVec3::Zero(), CVec3::Zero(), CVec3::Zero()};
  for (const auto& [b, weight] : triangle_rule(degree)) {
    Barycentric at{};
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < 3; ++i) at[i] += b[c] * corner[c][i];
    const BasisPoint point = basis_point(t, at);
    const Complex phase = std::polar(weight, k * direction.dot(point.position));
    for (int i = 0; i < 3; ++i) sum[i] += phase * point.arm[i].cast<Complex>();
  }
  return sum;
}

/// Of all points of a bent triangle, and there of n × arm as the MFIE tests it.
struct BentMoments {
  std::array<CVec3, 3> arm, n_cross_arm;  ///< means of arm e^{jφ} and of n × arm e^{jφ}
};

BentMoments bent_moments(const SurfaceTriangle& t, double k, const Vec3& direction) {
  BentMoments sum;
  sum.arm.fill(CVec3::Zero()), sum.n_cross_arm.fill(CVec3::Zero());
  for (const auto& [b, weight] : triangle_rule(phase_degree)) {
    const BasisPoint point = basis_point(t, b);
    const Complex phase = std::polar(weight, k * direction.dot(point.position));
    for (int i = 0; i < 3; ++i) {
      sum.arm[i] += phase * point.arm[i].cast<Complex>();
      sum.n_cross_arm[i] += phase * point.normal.cross(point.arm[i]).cast<Complex>();
    }
  }
  return sum;
}

/// ∫ f e^{jk d·r} dS of a half function without its sign.
CVec3 half_moment(const SurfaceTriangle& t, const PhaseMoments& m, int corner) {
  return 0.5 * t.edge_length[corner] * (m.first + m.zeroth * (t.centroid - t.vertex[corner]).cast<Complex>());
}

Complex dot(const CVec3& a, const CVec3& b) { return a.cwiseProduct(b).sum(); }

}  // namespace

DirectionIntegrals::DirectionIntegrals(const RwgSpace& space, double k) : space_(space), k_(k) {
  const std::size_t count = space.triangles().size();
  padded_ = (count + Batch::size - 1) / Batch::size * Batch::size;
  double radius = 0.0;
  for (std::size_t t = 0; t < count; ++t) {
    const SurfaceTriangle& s = space.triangles()[t];
    if (s.bend) bent_.push_back(static_cast<int>(t));
    radius = std::max(radius, s.radius);
  }
  flat_end_ = bent_.size() < count ? padded_ : 0;
  for (auto& vector : geometry_)
    for (auto& component : vector) component.assign(flat_end_, 0.0);
  for (std::size_t t = 0; t < std::min(count, flat_end_); ++t) {
    const SurfaceTriangle& s = space.triangles()[t];
    const std::array<Vec3, 3> vectors{s.centroid, s.vertex[0] - s.centroid, s.vertex[1] - s.centroid};
    for (int v = 0; v < 3; ++v)
      for (int c = 0; c < 3; ++c) geometry_[v][c][t] = vectors[v][c];
  }
  // What is left out is at most 2 (n + 3 over 3) xⁿ/(n + 3)!, n the first that is left out.
  const double phase = k * radius;
  double factorial = 6.0, power = 1.0;
  for (int n = 0;; ++n, factorial *= n + 3, power *= phase) {
    if (n == most_terms ||
        (n > 1 && (n + 3.0) * (n + 2.0) * (n + 1.0) / 3.0 * power / factorial < smallest_mean))
      break;
    series_.push_back((n % 4 < 2 ? 2.0 : -2.0) / factorial);
  }
  // Bent triangles have a rule in the place of the series, `Batch::size` triangles side by side.
  bent_degree_ = phase < small_phase ? bent_far_degree_of_small : bent_far_degree;
  bent_padded_ = (bent_.size() + Batch::size - 1) / Batch::size * Batch::size;
  for (int c = 0; c < 3; ++c) {
    QuadraticForm<Doubles>& to = bent_forms_[c];
    for (Doubles* values : {&to.c, &to.u, &to.v, &to.uu, &to.uv, &to.vv}) values->assign(bent_padded_, 0.0);
    for (std::size_t b = 0; b < bent_.size(); ++b) {
      const SurfaceTriangle& s = space.triangles()[bent_[b]];
      const QuadraticForm<Vec3> form = quadratic_form(s.vertex, s.bend);
      to.c[b] = form.c[c], to.u[b] = form.u[c], to.v[b] = form.v[c];
      to.uu[b] = form.uu[c], to.uv[b] = form.uv[c], to.vv[b] = form.vv[c];
    }
  }
}

QuadraticForm<DirectionIntegrals::Batch> DirectionIntegrals::bent_form(std::size_t first,
                                                                       const Vec3& on) const {
  const auto& [x, y, z] = bent_forms_;
  const auto along = [&](Doubles QuadraticForm<Doubles>::*part) {
    const auto of = [&](const QuadraticForm<Doubles>& form) {
      return Batch::load_aligned(&(form.*part)[first]);
    };
    return xsimd::fma(of(x), Batch(on.x()), xsimd::fma(of(y), Batch(on.y()), of(z) * on.z()));
  };
  using Form = QuadraticForm<Doubles>;
  return {along(&Form::c),  along(&Form::u),  along(&Form::v),
          along(&Form::uu), along(&Form::uv), along(&Form::vv)};
}

std::array<DirectionIntegrals::BentMeans, 2> DirectionIntegrals::bent_means(
    std::size_t first, const Vec3& direction, const std::array<Vec3, 2>& on) const {
  const Batch zero(0.0);
  std::array<BentMeans, 2> means;
  means.fill({zero, zero, zero, zero, zero, zero});
  const QuadraticForm<Batch> phase = bent_form(first, direction);
  const std::array<QuadraticForm<Batch>, 2> component{bent_form(first, on[0]), bent_form(first, on[1])};
  for (const auto& [b, weight] : triangle_rule(bent_degree_)) {
    const auto [sine, cosine] =
        xsimd::sincos(phase.value(b[0], b[1], phase.along_u(b[0], b[1]), phase.along_v(b[0], b[1])));
    const Batch re = weight * cosine, im = weight * sine;
    for (int c = 0; c < 2; ++c) {
      const Batch of_u = component[c].along_u(b[0], b[1]), of_v = component[c].along_v(b[0], b[1]);
      const Batch arm = xsimd::fma(Batch(b[0]), of_u, b[1] * of_v);
      BentMeans& sum = means[c];
      sum.u_re = xsimd::fma(re, of_u, sum.u_re), sum.u_im = xsimd::fma(im, of_u, sum.u_im);
      sum.v_re = xsimd::fma(re, of_v, sum.v_re), sum.v_im = xsimd::fma(im, of_v, sum.v_im);
      sum.arm_re = xsimd::fma(re, arm, sum.arm_re), sum.arm_im = xsimd::fma(im, arm, sum.arm_im);
    }
  }
  return means;
}

DirectionIntegrals::Batch DirectionIntegrals::project(int vector, const Vec3& on, std::size_t first) const {
  const auto& g = geometry_[vector];
  return on.x() * Batch::load_aligned(&g[0][first]) + on.y() * Batch::load_aligned(&g[1][first]) +
         on.z() * Batch::load_aligned(&g[2][first]);
}

/// Means of b_i e^{jφ} over triangles, b_i barycentric and φ = k d·(r − c), which is φ_i at the corners:
/// 2 Σ jⁿ h_n(φ_0, φ_1, φ_2, φ_i)/(n + 3)!, h_n the sum of all products of n of its arguments (from the
/// Hermite–Genocchi formula).
void DirectionIntegrals::phase_means(std::size_t first, const Vec3& direction, std::array<Batch, 3>& re,
                                     std::array<Batch, 3>& im) const {
  const Batch phase0 = project(1, direction, first), phase1 = project(2, direction, first);
  const std::array<Batch, 3> phase{phase0, phase1, -(phase0 + phase1)};
  Batch h1(1.0), h2(1.0), h3(1.0);
  std::array<Batch, 3> h4;
  h4.fill(Batch(1.0));
  re.fill(Batch(series_[0])), im.fill(Batch(0.0));
  for (std::size_t n = 1; n < series_.size(); ++n) {
    h1 *= phase[0];
    h2 = xsimd::fma(phase[1], h2, h1);
    h3 = xsimd::fma(phase[2], h3, h2);
    const Batch term(series_[n]);
    auto& sum = n % 2 == 0 ? re : im;
    for (int i = 0; i < 3; ++i) {
      h4[i] = xsimd::fma(phase[i], h4[i], h3);
      sum[i] = xsimd::fma(term, h4[i], sum[i]);
    }
  }
}

DirectionIntegrals::Current DirectionIntegrals::current_of(const Complex* coefficients) const {
  Current current;
  for (auto& part : current.parts) part.assign(flat_end_, 0.0);
  for (std::size_t t = 0; t < space_.triangles().size(); ++t) {
    const SurfaceTriangle& triangle = space_.triangles()[t];
    if (triangle.bend) continue;
    CVec3 centre = CVec3::Zero();
    Complex slope(0.0);
    for (const HalfFunction& half : space_.halves(static_cast<int>(t))) {
      const Complex a = 0.5 * half.sign * triangle.edge_length[half.corner] * coefficients[half.function];
      centre += a * (triangle.centroid - triangle.vertex[half.corner]).cast<Complex>();
      slope += a;
    }
    for (int c = 0; c < 3; ++c)
      current.parts[2 * c][t] = centre[c].real(), current.parts[2 * c + 1][t] = centre[c].imag();
    current.parts[6][t] = slope.real(), current.parts[7][t] = slope.imag();
  }
  for (auto& values : current.of_arms) values.assign(bent_padded_, 0.0);
  for (std::size_t b = 0; b < bent_.size(); ++b) {
    const SurfaceTriangle& triangle = space_.triangles()[bent_[b]];
    for (const HalfFunction& half : space_.halves(bent_[b])) {
      const Complex a = 0.5 * half.sign * triangle.edge_length[half.corner] * coefficients[half.function];
      current.of_arms[2 * half.corner][b] += a.real(), current.of_arms[2 * half.corner + 1][b] += a.imag();
    }
  }
  return current;
}

/// @param add_flat, add_bent  told of the triangles of a batch: the first one's number (among the bent ones),
/// the component, and Re and Im of what they radiate
template <class AddFlat, class AddBent>
void DirectionIntegrals::radiate(double theta, double phi, const Current& current, const AddFlat& add_flat,
                                 const AddBent& add_bent) const {
  const Vec3 direction = k_ * r_hat(theta, phi);
  const std::array<Vec3, 2> components{theta_hat(theta, phi), phi_hat(theta, phi)};
  for (std::size_t first = 0; first < flat_end_; first += Batch::size) {
    std::array<Batch, 3> re, im;
    phase_means(first, direction, re, im);
    const Batch all_re = re[0] + re[1] + re[2], all_im = im[0] + im[1] + im[2];
    const auto part = [&](int p) { return Batch::load_aligned(&current.parts[p][first]); };
    const Batch slope_re = part(6), slope_im = part(7);
    const auto [centre_sin, centre_cos] = xsimd::sincos(project(0, direction, first));
    for (int c = 0; c < 2; ++c) {
      const Vec3& on = components[c];
      const Batch j_re = on.x() * part(0) + on.y() * part(2) + on.z() * part(4),
                  j_im = on.x() * part(1) + on.y() * part(3) + on.z() * part(5);
      const Batch e0 = project(1, on, first), e1 = project(2, on, first), e2 = -(e0 + e1);
      const Batch m_re = re[0] * e0 + re[1] * e1 + re[2] * e2, m_im = im[0] * e0 + im[1] * e1 + im[2] * e2;
      const Batch local_re = j_re * all_re - j_im * all_im + slope_re * m_re - slope_im * m_im;
      const Batch local_im = j_re * all_im + j_im * all_re + slope_re * m_im + slope_im * m_re;
      add_flat(first, c, local_re * centre_cos - local_im * centre_sin,
               local_re * centre_sin + local_im * centre_cos);
    }
  }
  for (std::size_t first = 0; first < bent_padded_; first += Batch::size) {
    const auto of = [&](int part) { return Batch::load_aligned(&current.of_arms[part][first]); };
    const Batch a0_re = of(0), a0_im = of(1), a1_re = of(2), a1_im = of(3);
    const Batch all_re = a0_re + a1_re + of(4), all_im = a0_im + a1_im + of(5);
    const std::array<BentMeans, 2> means = bent_means(first, direction, components);
    for (int c = 0; c < 2; ++c) {
      const BentMeans& m = means[c];
      add_bent(first, c,
               all_re * m.arm_re - all_im * m.arm_im - (a0_re * m.u_re - a0_im * m.u_im) -
                   (a1_re * m.v_re - a1_im * m.v_im),
               all_re * m.arm_im + all_im * m.arm_re - (a0_re * m.u_im + a0_im * m.u_re) -
                   (a1_re * m.v_im + a1_im * m.v_re));
    }
  }
}

std::array<Complex, 2> DirectionIntegrals::of_current(double theta, double phi,
                                                      const Current& current) const {
  std::array<Batch, 2> sum_re, sum_im;
  sum_re.fill(Batch(0.0)), sum_im.fill(Batch(0.0));
  const auto add = [&](std::size_t, int component, const Batch& re, const Batch& im) {
    sum_re[component] += re;
    sum_im[component] += im;
  };
  radiate(theta, phi, current, add, add);
  return {Complex(xsimd::hadd(sum_re[0]), xsimd::hadd(sum_im[0])),
          Complex(xsimd::hadd(sum_re[1]), xsimd::hadd(sum_im[1]))};
}

DirectionMoments DirectionIntegrals::of_triangles(double theta, double phi, const Current& current) const {
  const std::size_t count = space_.triangles().size();
  DirectionMoments result{std::vector<Complex>(count), std::vector<Complex>(count)};
  const auto store = [&](int component, std::size_t first, std::size_t last, const Batch& re, const Batch& im,
                         const auto& triangle) {
    alignas(64) std::array<std::array<double, Batch::size>, 2> values;
    re.store_aligned(values[0].data());
    im.store_aligned(values[1].data());
    auto& moments = component == 0 ? result.theta : result.phi;
    for (std::size_t i = first; i < std::min(first + Batch::size, last); ++i)
      moments[triangle(i)] += Complex(values[0][i - first], values[1][i - first]);
  };
  radiate(
      theta, phi, current,
      [&](std::size_t first, int component, const Batch& re, const Batch& im) {
        store(component, first, count, re, im, [](std::size_t i) { return i; });
      },
      [&](std::size_t first, int component, const Batch& re, const Batch& im) {
        store(component, first, bent_.size(), re, im, [&](std::size_t i) { return bent_[i]; });
      });
  return result;
}

/// With offsets r − c = Σ b_i e_i the moments need only the means of b_i e^{jk d·(r − c)}, i = 1, 2, 3: three
/// complex numbers.
DirectionMoments DirectionIntegrals::operator()(double theta, double phi) const {
  constexpr std::size_t lanes = Batch::size;
  DirectionMoments result{std::vector<Complex>(space_.size()), std::vector<Complex>(space_.size())};
  const Vec3 direction = k_ * r_hat(theta, phi), e_theta = theta_hat(theta, phi), e_phi = phi_hat(theta, phi);
  for (std::size_t first = 0; first < flat_end_; first += lanes) {
    const auto [centre_sin, centre_cos] = xsimd::sincos(project(0, direction, first));
    std::array<Batch, 3> re, im;
    phase_means(first, direction, re, im);
    const Batch all_re = re[0] + re[1] + re[2], all_im = im[0] + im[1] + im[2];
    // [component][corner][Re, Im] of ∫ (r − v_corner) / A
    alignas(64) std::array<std::array<std::array<std::array<double, lanes>, 2>, 3>, 2> values;
    for (int component = 0; component < 2; ++component) {
      const Vec3& on = component == 0 ? e_theta : e_phi;
      const Batch e0 = project(1, on, first), e1 = project(2, on, first), e2 = -(e0 + e1);
      const Batch sum_re = re[0] * e0 + re[1] * e1 + re[2] * e2,
                  sum_im = im[0] * e0 + im[1] * e1 + im[2] * e2;
      const std::array<Batch, 3> corner{e0, e1, e2};
      for (int i = 0; i < 3; ++i) {
        const Batch local_re = sum_re - all_re * corner[i], local_im = sum_im - all_im * corner[i];
        (local_re * centre_cos - local_im * centre_sin).store_unaligned(values[component][i][0].data());
        (local_re * centre_sin + local_im * centre_cos).store_unaligned(values[component][i][1].data());
      }
    }
    const std::size_t last = std::min(first + lanes, space_.triangles().size());
    for (std::size_t t = first; t < last; ++t)
      for (const HalfFunction& half : space_.halves(static_cast<int>(t))) {
        if (space_.triangles()[t].bend) break;
        const double scale = 0.5 * half.sign * space_.triangles()[t].edge_length[half.corner];
        const auto &of_theta = values[0][half.corner], &of_phi = values[1][half.corner];
        result.theta[half.function] += scale * Complex(of_theta[0][t - first], of_theta[1][t - first]);
        result.phi[half.function] += scale * Complex(of_phi[0][t - first], of_phi[1][t - first]);
      }
  }
  for (std::size_t first = 0; first < bent_padded_; first += lanes) {
    const std::array<BentMeans, 2> means = bent_means(first, direction, {e_theta, e_phi});
    for (int component = 0; component < 2; ++component) {
      const BentMeans& m = means[component];
      alignas(64) std::array<std::array<std::array<double, lanes>, 2>, 3> values;
      const std::array<std::array<Batch, 2>, 3> arms{{{m.arm_re - m.u_re, m.arm_im - m.u_im},
                                                      {m.arm_re - m.v_re, m.arm_im - m.v_im},
                                                      {m.arm_re, m.arm_im}}};
      for (int i = 0; i < 3; ++i)
        for (int part = 0; part < 2; ++part) arms[i][part].store_aligned(values[i][part].data());
      auto& moments = component == 0 ? result.theta : result.phi;
      for (std::size_t b = first; b < std::min(first + lanes, bent_.size()); ++b)
        for (const HalfFunction& half : space_.halves(bent_[b])) {
          const auto& of = values[half.corner];
          moments[half.function] += 0.5 * half.sign * space_.triangles()[bent_[b]].edge_length[half.corner] *
                                    Complex(of[0][b - first], of[1][b - first]);
        }
    }
  }
  return result;
}

namespace {

int row_of(const RowsOf* rows, int function) { return rows ? rows->row[function] : function; }

/// Moments of a part of the surface for waves one after another: those of one direction are computed once.
template <class Moments>
class OfDirections {
 public:
  template <class Make>
  const Moments& of(const Vec3& direction, const Make& make) {
    if (!has_ || direction != direction_) {
      moments_ = make(direction);
      direction_ = direction;
      has_ = true;
    }
    return moments_;
  }

 private:
  bool has_ = false;
  Vec3 direction_;
  Moments moments_;
};

/// Adds ∫ g_i·ηH e^{jk d·r} dS for the functions with a dual, times their weight, to the column of each wave.
/// @param magnetic  η H of each wave
void excite_dual(const RwgSpace& space, const DualSpace& dual, double k, std::span<const PlaneWave> waves,
                 std::span<const CVec3> magnetic, std::span<const double> alpha, Complex* columns,
                 std::size_t size, const RowsOf* rows) {
  std::vector<SubTriangle> subs;
  std::vector<DualPiece> pieces;
  std::vector<DualArms> arms;
  // Of each sub-triangle: what a constant, and what a function along (r − centroid), gets of a wave.
  std::vector<CVec3> constant;
  std::vector<Complex> linear;
  for (const DualCell& cell : dual.cells()) {
    const std::size_t count = cell.subs.size();
    const auto is_wanted = [&](const DualCell::Row& of) {
      return alpha[of.function] != 1.0 && row_of(rows, of.function) >= 0;
    };
    if (std::none_of(cell.rows.begin(), cell.rows.end(), is_wanted)) continue;
    const bool bent = std::any_of(cell.subs.begin(), cell.subs.end(),
                                  [&](int s) { return space.triangles()[s / 6].bend != nullptr; });
    subs.clear(), pieces.clear(), arms.clear();
    if (!bent)
      for (const int s : cell.subs) subs.push_back(dual.sub(s));
    for (const DualCell::Row& of : cell.rows)
      for (std::size_t s = 0; s < count; ++s)
        if (bent)
          arms.push_back(dual.arms(cell, of, static_cast<int>(s)));
        else
          pieces.push_back(dual.piece(cell, of, static_cast<int>(s)));
    OfDirections<std::vector<PhaseMoments>> flat_moments;
    OfDirections<std::vector<std::array<CVec3, 3>>> bent_moments;
    for (std::size_t w = 0; w < waves.size(); ++w) {
      const auto add = [&](const auto& of_piece) {
        for (std::size_t r = 0; r < cell.rows.size(); ++r) {
          const DualCell::Row& of = cell.rows[r];
          if (!is_wanted(of)) continue;
          Complex sum(0.0);
          for (std::size_t s = 0; s < count; ++s) sum += of_piece(r * count + s, s);
          columns[w * size + static_cast<std::size_t>(row_of(rows, of.function))] +=
              (1.0 - alpha[of.function]) * sum;
        }
      };
      if (bent) {
        const auto& moments = bent_moments.of(-waves[w].direction, [&](const Vec3& direction) {
          std::vector<std::array<CVec3, 3>> made;
          for (const int s : cell.subs)
            made.push_back(
                arm_moments(space.triangles()[s / 6], dual.sub_corners(s), k, direction, sub_phase_degree));
          return made;
        });
        add([&](std::size_t p, std::size_t s) {
          Complex sum(0.0);
          for (int i = 0; i < 3; ++i) sum += arms[p].arm_weight[i] * dot(magnetic[w], moments[s][i]);
          return sum;
        });
        continue;
      }
      const auto& moments = flat_moments.of(-waves[w].direction, [&](const Vec3& direction) {
        std::vector<PhaseMoments> made;
        for (const SubTriangle& sub : subs)
          made.push_back(phase_moments<sub_phase_degree>(sub, k, direction));
        return made;
      });
      constant.clear(), linear.clear();
      for (std::size_t s = 0; s < count; ++s) {
        constant.push_back((subs[s].area * moments[s].zeroth) * magnetic[w]);
        linear.push_back(subs[s].area * dot(magnetic[w], moments[s].first));
      }
      add([&](std::size_t p, std::size_t s) {
        const Vec3& value = pieces[p].value;
        return value.x() * constant[s].x() + value.y() * constant[s].y() + value.z() * constant[s].z() +
               pieces[p].slope * linear[s];
      });
    }
  }
}

}  // namespace

void excite(const RwgSpace& space, const DualSpace* dual, double k, std::span<const PlaneWave> waves,
            std::span<const double> alpha, Complex* columns, const RowsOf* rows) {
  const auto size = static_cast<std::size_t>(rows ? rows->count : space.size());
  std::fill_n(columns, size * waves.size(), Complex(0.0));
  std::vector<CVec3> eta_magnetic;  // η H0
  for (const PlaneWave& wave : waves) eta_magnetic.push_back(cross(wave.direction, wave.polarization));
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    const auto& triangle = space.triangles()[t];
    const auto halves = space.halves(t);
    if (std::none_of(halves.begin(), halves.end(),
                     [&](const HalfFunction& half) { return row_of(rows, half.function) >= 0; }))
      continue;
    OfDirections<PhaseMoments> flat_moments;
    OfDirections<BentMoments> moments_of_bent;
    for (std::size_t w = 0; w < waves.size(); ++w) {
      const CVec3& electric = waves[w].polarization;
      const auto add = [&](const HalfFunction& half, const CVec3& moment, Complex magnetic) {
        const int row = row_of(rows, half.function);
        if (row < 0) return;
        const double a = alpha[half.function];
        Complex& to = columns[w * size + static_cast<std::size_t>(row)];
        to += a * dot(electric, moment);
        if (!dual || !dual->has(half.function)) to += (1.0 - a) * magnetic;
      };
      if (triangle.bend) {
        const BentMoments& m = moments_of_bent.of(
            -waves[w].direction, [&](const Vec3& direction) { return bent_moments(triangle, k, direction); });
        for (const auto& half : halves) {
          const double scale = 0.5 * half.sign * triangle.edge_length[half.corner];
          // f·(n × H) = −(n × f)·H
          add(half, scale * m.arm[half.corner], -scale * dot(eta_magnetic[w], m.n_cross_arm[half.corner]));
        }
        continue;
      }
      const PhaseMoments& m = flat_moments.of(
          -waves[w].direction, [&](const Vec3& direction) { return phase_moments(triangle, k, direction); });
      const CVec3 surface_magnetic = cross(triangle.normal, eta_magnetic[w]);
      for (const auto& half : halves) {
        const CVec3 moment = half.sign * half_moment(triangle, m, half.corner);
        add(half, moment, dot(surface_magnetic, moment));
      }
    }
  }
  if (dual) excite_dual(space, *dual, k, waves, eta_magnetic, alpha, columns, size, rows);
}

void excite_lit(const RwgSpace& space, double k, const PlaneWave& wave, std::span<const double> lit,
                Complex* column) {
  const CVec3 eta_magnetic = cross(wave.direction, wave.polarization);
  for (int t = 0; t < static_cast<int>(space.triangles().size()); ++t) {
    if (lit[t] == 0.0) continue;
    const SurfaceTriangle& triangle = space.triangles()[t];
    if (triangle.bend) {
      const BentMoments m = bent_moments(triangle, k, -wave.direction);
      for (const HalfFunction& half : space.halves(t))
        column[half.function] -= 0.5 * half.sign * triangle.edge_length[half.corner] * lit[t] *
                                 dot(eta_magnetic, m.n_cross_arm[half.corner]);
      continue;
    }
    const PhaseMoments m = phase_moments(triangle, k, -wave.direction);
    const CVec3 surface_magnetic = lit[t] * cross(triangle.normal, eta_magnetic);
    for (const HalfFunction& half : space.halves(t))
      column[half.function] += half.sign * dot(surface_magnetic, half_moment(triangle, m, half.corner));
  }
}

}  // namespace pace
