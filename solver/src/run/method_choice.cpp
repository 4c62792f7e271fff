#include "run/method_choice.hpp"

#include <algorithm>
#include <string>

#include "model/byte_text.hpp"
#include "output/result_files.hpp"

namespace pace {
namespace {

/// A residual above this earns a notice: 0.3 was 8.5 dB wrong on a sphere by the EFIE.
constexpr double loose_residual = 0.1;
/// LU is exact: it is taken when it needs this much longer at most [s].
constexpr double patience = 2.0;
/// More accurate equations are taken when they take this many times longer at most.
constexpr double worth_of_accuracy = 4.0;
/// Share of PMCHWT's rows that are of the first kind.
constexpr double all_first_kind = 1.0;
/// Of a hybrid: what a function of Physical Optics takes (measured: 2 to 2.5 kB).
constexpr std::uint64_t bytes_a_projected_function = 2500;

int manual_levels(const Job& job) { return job.input.manual_levels ? job.input.levels : 0; }

class MethodChooser {
 public:
  MethodChooser(const Job& job, double highest_hz, const Workload& work, int ranks, Model& model,
                Formulation& formulation)
      : job_(job),
        highest_hz_(highest_hz),
        work_(work),
        ranks_(ranks),
        model_(model),
        formulation_(formulation) {}

  MethodPlan choose() {
    formulation_.set_frequency(highest_hz_);
    FastSizes plan = formulation_.fast_sizes(fast_demand(job_, ranks_, work_.columns(), work_.waves));
    if (!model_.part_by_optics.empty()) return choose_hybrid(plan);
    choose_equations(plan);
    const CostEstimate dense = dense_cost(work_, plan, formulation_.first_kind_share()),
                       fast = cost_by_mlfma(plan);
    const bool fast_is_better =
        manual_levels(job_) > 0 || !fits(dense) || (fits(fast) && fast.seconds + patience < dense.seconds);
    const bool take_fast = plan.has_far_boxes && job_.method != MethodChoice::dense_lu &&
                           (job_.method == MethodChoice::mlfma || fast_is_better);
    if (job_.method == MethodChoice::mlfma && !plan.has_far_boxes)
      model_.notices.emplace_back(Message{"TOO_SMALL_FOR_MLFMA"});
    MethodPlan chosen{take_fast ? fast : dense, take_fast ? plan.digits : 0};
    if (take_fast && !fits(fast))
      chosen.cost = cost_with_files(plan, *job_.memory_limit_bytes,
                                    [this](const FastSizes& of) { return cost_by_mlfma(of); });
    if (chosen.cost.disk_bytes > 0) note_files(chosen.cost, fast);
    scale_to_machine(chosen.cost);
    if ((job_.method == MethodChoice::mlfma && take_fast) || job_.method == MethodChoice::dense_lu)
      chosen.cost.reason = {"METHOD.asked", {{"method", take_fast ? "MLFMA" : "LU"}}};
    if (take_fast) note_what_fast_keeps(plan);
    return chosen;
  }

 private:
  CostEstimate cost_by_mlfma(const FastSizes& plan) const {
    Workload together = work_;
    together.threads *= ranks_;
    CostEstimate fast = fast_cost(together, plan, formulation_.first_kind_share(), job_.input.max_iterations);
    const std::uint64_t of_other_ranks = static_cast<std::uint64_t>(ranks_ - 1) * replicated_bytes(work_);
    fast.memory_bytes += of_other_ranks;
    fast.memory_parts["model"] += static_cast<double>(of_other_ranks);
    return fast;
  }
  bool fits(const CostEstimate& c) const {
    return !job_.memory_limit_bytes || c.memory_bytes <= *job_.memory_limit_bytes;
  }

  /// Equations first, by accuracy, whichever method is asked for: those that save rounds are taken where LU
  /// of the more accurate ones would not fit or cost too much.
  void choose_equations(FastSizes& plan) {
    if (!formulation_.saves_rounds()) return;
    const CostEstimate fast = cost_by_mlfma(plan), dense = dense_cost(work_, plan, all_first_kind);
    if (plan.has_far_boxes &&
        !(fits(dense) && dense.seconds <= worth_of_accuracy * fast.seconds + patience)) {
      model_.notices.emplace_back(formulation_.why_rounds_are_saved());
      return;
    }
    formulation_.prefer_accuracy();
    formulation_.set_frequency(highest_hz_);
    plan = formulation_.fast_sizes(fast_demand(job_, ranks_, work_.columns(), work_.waves));
  }

  void note_files(const CostEstimate& cost, const CostEstimate& in_memory) {
    const auto [needed, allowed] = bytes_told_apart(static_cast<double>(in_memory.memory_bytes),
                                                    static_cast<double>(*job_.memory_limit_bytes));
    model_.notices.emplace_back(Message{"MATRIX_ON_DISK",
                                        {{"needed", needed},
                                         {"allowed", allowed},
                                         {"disk", byte_text(static_cast<double>(cost.disk_bytes))}}});
  }

  /// Where the fast product was not given what was asked, or is asked for less than the residual needs.
  void note_what_fast_keeps(const FastSizes& plan) {
    if (job_.input.residual > loose_residual)
      model_.notices.emplace_back(Message{"RESIDUAL_LOOSE", {{"asked", job_.input.residual}}});
    if (job_.input.residual < smallest_residual)
      model_.notices.emplace_back(
          Message{"RESIDUAL_FLOOR", {{"floor", smallest_residual}, {"asked", job_.input.residual}}});
    if (plan.digits < digits_for(job_.input.residual))
      model_.notices.emplace_back(Message{"FEWER_DIGITS",
                                          {{"digits", plan.digits},
                                           {"residual", job_.input.residual},
                                           {"needed", digits_for(job_.input.residual)}}});
    if (plan.levels_reduced)
      model_.notices.emplace_back(
          Message{"LEVELS_REDUCED", {{"asked", manual_levels(job_)}, {"used", plan.levels}}});
  }

  MethodPlan choose_hybrid(const FastSizes& plan) {
    const auto count = static_cast<std::int64_t>(model_.part_by_optics.size());
    const auto optics = std::count(model_.part_by_optics.begin(), model_.part_by_optics.end(), 1);
    MethodPlan chosen{fast_cost(work_, plan, formulation_.first_kind_share(), job_.input.max_iterations),
                      plan.digits};
    CostEstimate& cost = chosen.cost;
    const std::uint64_t projection =
        bytes_a_projected_function *
        static_cast<std::uint64_t>(formulation_.column_size() - formulation_.unknowns());
    cost.memory_bytes += projection;
    cost.memory_parts["projection"] = static_cast<double>(projection);
    cost.method = Method::hybrid;
    cost.reason = {"METHOD.hybrid",
                   {{"optics", optics},
                    {"parts", count},
                    {"unknowns", formulation_.unknowns()},
                    {"functions", formulation_.column_size()}}};
    scale_to_machine(cost);
    note_what_fast_keeps(plan);
    return chosen;
  }

  const Job& job_;
  double highest_hz_;
  Workload work_;
  int ranks_;
  Model& model_;
  Formulation& formulation_;
};

}  // namespace

FastDemand fast_demand(const Job& job, int ranks, std::int64_t right_hand_sides, int waves) {
  return {.residual = job.input.residual,
          .manual_levels = manual_levels(job),
          .digits = job.digits.value_or(0),
          .waves_only = ranks > 1,
          .right_hand_sides = right_hand_sides,
          .waves = waves};
}

MethodPlan choose_method(const Job& job, double highest_hz, const Workload& work, int ranks, Model& model,
                         Formulation& formulation) {
  return MethodChooser(job, highest_hz, work, ranks, model, formulation).choose();
}

}  // namespace pace
