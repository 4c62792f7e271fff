/** Area of an equilateral triangle of unit edge */
const EQUILATERAL = Math.sqrt(3) / 4;

/**
 * How many triangles beyond area/(√3/4 h²) the mesher makes, measured on eight models with 2 to 30 edges along their longest
 * side (web/test/meshForecast.test.ts): by curvature in proportion to the area, and along the edges of faces.
 */
const OF_AREA = 1.06;
const OF_BOUNDARY = 0.55;
/** What is left of uncertainty; meshes of few triangles are the least certain. */
const LOW = 0.85;
const HIGH = 1.15;
const FEW = 40;
/** Sides of a face, for the edges that the mesher adds on each to have a whole number of them */
const SIDES = 4;
const ROUNDED_UP = 0.12;
/** Curved sides are divided however long edges may be: 4 to 15 triangles a face were left of the coarsest meshes. */
const OF_COARSE_FACE = 12;

/**
 * Between how many triangles a mesh with these edges will have. A side is divided into whole edges: where sides are
 * a few edges long, the faces may be meshed that much finer.
 * @param boundaryM  of all faces together
 */
export function meshForecast(
  { areaM2, boundaryM, faces }: { areaM2: number; boundaryM: number; faces: number },
  edgeM: number,
): { low: number; high: number } {
  const likely = (OF_AREA * areaM2) / (EQUILATERAL * edgeM ** 2) + (OF_BOUNDARY * boundaryM) / edgeM;
  const edgesASide = boundaryM / (SIDES * faces) / edgeM;
  const finer = edgesASide > 0 ? (1 + ROUNDED_UP / edgesASide) ** 2 : 1;
  const most = Math.max(HIGH * likely * finer, OF_COARSE_FACE * faces) + FEW;
  return { low: rounded(LOW * likely, Math.floor), high: rounded(most, Math.ceil) };
}

/** To two digits and a half: more would promise what nobody knows. */
function rounded(value: number, round: (value: number) => number): number {
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  const step = Math.max(1, digit / 2);
  return round(value / step) * step;
}
