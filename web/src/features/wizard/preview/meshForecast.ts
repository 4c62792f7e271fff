/** Area of an equilateral triangle of unit edge */
const EQUILATERAL = Math.sqrt(3) / 4;

/**
 * How many triangles beyond area/(√3/4 h²) the mesher makes, measured on six models with 4 to 30 edges along their longest
 * side (web/test/meshForecast.test.ts): by curvature in proportion to the area, and along the edges of faces.
 */
const OF_AREA = 1.06;
const OF_BOUNDARY = 0.55;
/** What is left of uncertainty; meshes of few triangles are the least certain. */
const LOW = 0.85;
const HIGH = 1.15;
const FEW = 40;

/** Between how many triangles a mesh with these edges will have. @param boundaryM  of all faces together */
export function meshForecast(
  { areaM2, boundaryM }: { areaM2: number; boundaryM: number },
  edgeM: number,
): { low: number; high: number } {
  const likely = (OF_AREA * areaM2) / (EQUILATERAL * edgeM ** 2) + (OF_BOUNDARY * boundaryM) / edgeM;
  return { low: rounded(LOW * likely, Math.floor), high: rounded(HIGH * likely + FEW, Math.ceil) };
}

/** To two digits: more would promise what nobody knows. */
function rounded(value: number, round: (value: number) => number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return round(value / step) * step;
}
