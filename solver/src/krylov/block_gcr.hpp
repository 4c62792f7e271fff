// Many right-hand sides at once by generalised conjugate residuals, which minimise every residual over one
// common space.
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "krylov/compressed_columns.hpp"
#include "krylov/linear_operator.hpp"
#include "linalg/packed_columns.hpp"
#include "parallel/communicator.hpp"

namespace pace {

struct KrylovOptions {
  double tolerance = 1e-3;     ///< ‖b − Ax‖ / ‖b‖ of every column
  int most_iterations = 1000;  ///< rounds; a round multiplies by A once for each direction it takes
  int block = 64;              ///< most directions a round
  std::size_t basis_bytes = std::size_t{4} << 30;  ///< for directions and their images; the oldest are let go
  /// Of a direction against itself, by which it is rounded to few bits before A multiplies it; 0: it is not.
  double direction_error = 0.0;
};

struct KrylovProgress {
  int iteration;                      ///< rounds so far
  long products;                      ///< columns multiplied by A so far
  double worst;                       ///< relative residual of the worst column
  std::span<const double> residuals;  ///< of every column
  /// So far, of the compressed columns; lives until the next round.
  std::function<const FloatColumns&()> solution;
};

/// What starting values are: directions to minimise over, or the solution so far. The latter lie in a space
/// like the one that will be built, whose images depend on theirs.
enum class KrylovStart { directions, solution };

struct KrylovOutcome {
  bool converged = false;
  int iterations = 0;
  long products = 0;
  int rank = 0;
  std::vector<double> residuals;  ///< relative, of every column at the end
};

/// Solves A X = B for compressed right-hand sides.
///
/// Each round takes the strongest directions of all residuals together (left singular vectors above what the
/// tolerance asks for), takes out of them what was preconditioned before where that is most of them,
/// preconditions the rest, rounds it to few bits, multiplies by A, orthonormalises the images against all
/// earlier ones and takes their share out of every residual. Residuals themselves, preconditioned while they
/// fall slowly, are nearly parallel, and what orthonormalising leaves of their images is the rounding of A
/// [Jiránek, Rozložník & Gutknecht 2008, SIAM J. Matrix Anal. Appl. 30]. What is rounded before the product
/// is as good as another preconditioner [Saad 1993, SIAM J. Sci. Comput. 14]: nothing is lost by it. The
/// orthonormal images are rounded too, to a hundredth of the tolerance. With one column this is GMRES without
/// restart [Eisenstat, Elman & Schultz 1983, SIAM J. Numer. Anal. 20]; with many it is block GMRES with
/// inexact-breakdown deflation [Robbé & Sadkane 2006, Linear Algebra Appl. 419; Agullo, Giraud & Jing 2014,
/// SIAM J. Matrix Anal. Appl. 35]. Before it ends, b − A x of some random sums of the columns is computed;
/// where it is not what the recursion has, all columns are computed and solved further [van der Vorst & Ye
/// 2000, SIAM J. Sci. Comput. 22]. The space serves later right-hand sides too (recycling), and the
/// preconditioner may change from product to product.
class BlockGcr {
 public:
  /// @param preconditioner  approximates A⁻¹; may be null
  /// @param ranks           that hold the rows of all vectors, each its part; all of them solve together
  BlockGcr(LinearOperator& a, LinearOperator* preconditioner, const KrylovOptions& options,
           Communicator& ranks = Communicator::alone());

  using OnRound = std::function<void(const KrylovProgress&)>;
  /// The right-hand sides once more, compressed as before.
  using BasisAgain = std::function<FloatColumns()>;
  /// @param x  starting values for the compressed columns (rank columns; zero columns if empty), the solution
  /// afterwards. As directions, where there is room, they are like those of a round, and every residual is
  /// minimised over all of them. At least one round is made where there was nothing to start from.
  /// @param again  of b; the true residuals are not checked without it
  /// @throws Cancelled; InputError MATRIX_SINGULAR once a residual is no finite number
  KrylovOutcome solve(CompressedColumns b, FloatColumns& x, const OnRound& on_round = {}) {
    return solve(std::move(b), x, options_.tolerance, on_round);
  }
  KrylovOutcome solve(CompressedColumns b, FloatColumns& x, double tolerance, const OnRound& on_round,
                      const BasisAgain& again = {}, KrylovStart start = KrylovStart::directions);

  /// To be called within a round when the preconditioner has become another one.
  void preconditioner_changed() { inputs_ = {}; }

  /// Directions kept for what comes next.
  int recycled() const { return kept_; }
  /// Lets go of the newest, down to so many at most.
  void forget_beyond(int directions);
  /// Most directions that there is room for.
  int capacity() const { return capacity_; }

 private:
  /// Directions of one round Z, as A has multiplied them, and the images C that they added, all orthonormal.
  struct Round {
    PackedColumns directions, images;
  };
  /// A solution x, and what is to be added to it: Z · amounts.
  struct Sum {
    FloatColumns& x;
    SmallMatrix amounts;
  };

  /// What the preconditioner was given since a start: W = R₀ of_start + C of_images, orthonormal. R₀ are the
  /// residuals at the start, R = R₀ − C taken those now. The residuals being orthogonal to C, Wᴴ R needs the
  /// gram of R alone.
  struct Inputs {
    SmallMatrix of_start, of_images, taken;
  };
  /// Vectors R of_residual + C of_images.
  struct Sums {
    SmallMatrix of_residual, of_images;
  };
  /// Sums of right-hand sides with random phases, each column divided by its norm.
  struct Samples {
    SmallMatrix weights;      ///< of the compressed columns
    FloatColumns right_side;  ///< b · weights
  };

  /// Takes the share of the rounds from one on out of the residual. @return  the shares
  SmallMatrix project(FloatColumns& residual, Sum& solution, std::size_t first_round);
  /// Adds a round of directions that have this image. @return  images that it added
  int extend(Round round, FloatColumns image, Sum& solution);
  /// @return  whether it dropped images
  bool make_room(int wanted, Sum& solution);
  /// Of sums of residuals and images: what was not in the inputs before joins them, orthonormal, at most so
  /// many. @param candidates  of length 1  @return  what to precondition
  Sums new_part(const SmallMatrix& gram, const Sums& candidates, long most);
  /// For the preconditioner. @param gram  Rᴴ R  @param chosen  R · chosen is orthonormal
  FloatColumns next_inputs(const FloatColumns& residual, const SmallMatrix& gram, const SmallMatrix& chosen);
  /// Shares of the newest images were taken out of the residual.
  void note_taken(const SmallMatrix& shares);
  void forget_all(Sum& solution);
  Samples samples_of(const CompressedColumns& b) const;
  /// Of b − A x from what the recursion has for it, relative to b: root mean square over the columns.
  double discrepancy(const Samples& samples, const FloatColumns& x, const FloatColumns& residual);
  /// Of A x and of the numbers of x, likewise: what changes when x is multiplied by a number and A x divided
  /// by it.
  double rounding(const Samples& samples, const FloatColumns& x);
  /// Brings x up to date.
  void add_up(Sum& solution) const;
  /// Directions become those whose images are C, in floats.
  void settle();
  /// Aᴴ B over all ranks.
  SmallMatrix product_of(const FloatColumns& a, const FloatColumns& b) const;
  /// Cᴴ B of the rounds from one on, over all ranks.
  SmallMatrix shares_of(const FloatColumns& b, std::size_t first_round) const;

  Communicator& ranks_;
  LinearOperator& a_;
  LinearOperator* preconditioner_;
  KrylovOptions options_;
  std::size_t rows_;
  int capacity_, kept_ = 0;
  std::deque<Round> rounds_;  ///< of all images kept, oldest first
  /// C = A Z T; a column an image, and zeros below the directions of its round.
  SmallMatrix of_directions_;
  Inputs inputs_;
};

}  // namespace pace
