import { Benchmarks } from '../features/benchmarks/Benchmarks.tsx';

/** `/benchmarks`: the public scoreboard. */
export const BenchmarksPage = Benchmarks;
