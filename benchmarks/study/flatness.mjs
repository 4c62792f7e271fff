// @ts-check
/**
 * Whether a figure of a process stays the same over a long time: a straight line through its samples.
 * @typedef {{ seconds: number, value: number }} Sample  seconds since the beginning
 * @typedef {{ mean: number, growthPerHour: number, uncertaintyPerHour: number, limitPerHour: number, verdict: 'flat' | 'grows' | 'too short to tell' }} Flatness
 */

/** What a process takes while it warms up says nothing of what it takes for ever. */
export const WARM_UP = 0.2;
/** A heap grows for minutes before it is collected in earnest: within them a line says nothing, however well it fits. */
export const LEAST_SECONDS = 15 * 60;
/** Standard errors; about one in forty steady processes would be wrongly said to grow. */
const SURE = 2;

/**
 * @param {readonly Sample[]} samples
 * @param {number} limitPerHour  a growth that is still flat, in the unit of the values
 * @returns {Flatness}  by least squares over what comes after the warm-up. It grows if it surely grows by more than the
 *   limit; it is flat if it surely does not; else the time was too short for its noise
 */
export function flatness(samples, limitPerHour) {
  const end = samples.at(-1)?.seconds ?? 0;
  const used = samples.filter(({ seconds }) => seconds >= WARM_UP * end);
  const n = used.length;
  const mean = used.reduce((sum, { value }) => sum + value, 0) / n;
  const meanTime = used.reduce((sum, { seconds }) => sum + seconds, 0) / n;
  const spread = used.reduce((sum, { seconds }) => sum + (seconds - meanTime) ** 2, 0);
  const slope =
    used.reduce((sum, { seconds, value }) => sum + (seconds - meanTime) * (value - mean), 0) / spread;
  const squares = used.reduce(
    (sum, { seconds, value }) => sum + (value - mean - slope * (seconds - meanTime)) ** 2,
    0,
  );
  const growthPerHour = 3600 * slope;
  const uncertaintyPerHour = 3600 * SURE * Math.sqrt(squares / (n - 2) / spread);
  const surely = end >= LEAST_SECONDS && n > 2 && Number.isFinite(uncertaintyPerHour);
  const verdict =
    surely && growthPerHour - uncertaintyPerHour > limitPerHour
      ? 'grows'
      : surely && growthPerHour + uncertaintyPerHour <= limitPerHour
        ? 'flat'
        : 'too short to tell';
  return { mean, growthPerHour, uncertaintyPerHour, limitPerHour, verdict };
}
