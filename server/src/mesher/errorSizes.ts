/** How long edges should be where, by what each triangle adds to the error bars (docs/theory/error-estimate.md, "Refining"). */

/** A surface as in `mesh.geo.bin`, in metres. */
export interface SizedSurface {
  /** x, y, z of each vertex */
  vertices: ArrayLike<number>;
  /** part, v1, v2, v3 of each triangle */
  triangles: ArrayLike<number>;
}

/** What a triangle adds falls with this power of its edge, which is between that of smooth currents (5) and of edges (2.3). */
export const TERM_POWER = 4;
/** What an edge may be longer than its neighbour, in parts of the distance. */
export const SIZE_GROWTH = 0.3;
/** Edges become no shorter than this part of what they were. */
export const SHORTEST_SHARE = 0.25;
const EQUILATERAL = Math.sqrt(3) / 4;
/** Rounds in which the edges that are there are averaged with those around. */
const SMOOTHINGS = 3;
/** Each finds the level twice as exactly, in the logarithm. */
const HALVINGS = 16;

export interface EdgeSizes {
  /** Wanted at each vertex [m] */
  edgesM: Float64Array;
  /** How many times as many triangles, and so unknowns, the mesh will have */
  triangleFactor: number;
  /** By how much the sum of what the triangles add becomes smaller, at best */
  errorFactor: number;
}

/** A mesh whose triangles add different amounts to the error, and the edges that would even them out. */
export class ErrorSizes {
  readonly #surface: SizedSurface;
  readonly #pause: () => Promise<void>;
  readonly #count: number;
  /** Edge of an equilateral triangle as large as those around each vertex, and what they add, in the mean */
  readonly #edgeM: Float64Array;
  readonly #error: Float64Array;
  readonly #triangleEdgeM: Float64Array;
  readonly #errors: ArrayLike<number>;
  readonly #sides: Float64Array;

  /**
   * @param errors  one a triangle
   * @param pause   lets others work in between: a large mesh takes seconds
   */
  constructor(
    surface: SizedSurface,
    errors: ArrayLike<number>,
    pause: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.#pause = pause;
    const { triangles, vertices } = surface;
    if (4 * errors.length !== triangles.length) throw new Error('An error map is of another mesh');
    this.#surface = surface;
    this.#errors = errors;
    this.#count = vertices.length / 3;
    this.#triangleEdgeM = Float64Array.from(errors, (_, t) => Math.sqrt(this.#areaM2(t) / EQUILATERAL));
    this.#edgeM = this.#smoothed(this.#atVertices(this.#triangleEdgeM));
    const squares = this.#atVertices(Float64Array.from(errors, (error) => error * error));
    this.#error = squares.map(Math.sqrt);
    this.#sides = Float64Array.from({ length: 3 * errors.length }, (_, side) =>
      this.#distance(...this.#side(side)),
    );
  }

  /** Edges for so many times as many triangles, as nearly as the limits allow. */
  forTriangles(factor: number): Promise<EdgeSizes> {
    return this.#first(({ triangleFactor }) => triangleFactor >= factor);
  }

  /** The fewest triangles that make the errors so many times smaller, as nearly as the limits allow. */
  forError(factor: number): Promise<EdgeSizes> {
    return this.#first(({ errorFactor }) => errorFactor <= factor);
  }

  /** The coarsest mesh that is fine enough; the finest one that there may be if none is. */
  async #first(isFineEnough: (sizes: EdgeSizes) => boolean): Promise<EdgeSizes> {
    // Down to which error a vertex is refined: the less, the finer the mesh.
    const [least, most] = extremes(this.#error);
    if (!(most > 0)) return this.#sizes(Infinity);
    const finest = TERM_POWER * Math.log(SHORTEST_SHARE);
    let [low, high] = [Math.log(least > 0 ? least : 1e-6 * most) + finest, Math.log(most)];
    for (let i = 0; i < HALVINGS; ++i) {
      const middle = (low + high) / 2;
      if (isFineEnough(this.#sizes(Math.exp(middle)))) low = middle;
      else high = middle;
      await this.#pause();
    }
    return this.#sizes(Math.exp(low));
  }

  #sizes(level: number): EdgeSizes {
    const edgesM = this.#edgeM.map((edge, v) => {
      const share = (level / this.#error[v]!) ** (1 / TERM_POWER);
      return edge * Math.min(1, Math.max(SHORTEST_SHARE, share));
    });
    this.#grade(edgesM);
    let [triangles, before, after] = [0, 0, 0];
    this.#triangleEdgeM.forEach((edge, t) => {
      const share = Math.min(1, this.#shareOf(edgesM, t));
      const pieces = share ** -2;
      triangles += pieces;
      before += this.#errors[t]!;
      after += this.#errors[t]! * pieces * share ** TERM_POWER;
    });
    const count = this.#triangleEdgeM.length;
    return { edgesM, triangleFactor: triangles / count, errorFactor: before > 0 ? after / before : 1 };
  }

  /** New edge over old one. */
  #shareOf(edgesM: Float64Array, triangle: number): number {
    let sum = 0;
    for (const v of this.#corners(triangle)) sum += edgesM[v]! / this.#edgeM[v]!;
    return sum / 3;
  }

  /** Edges beside shorter ones become shorter. */
  #grade(edgesM: Float64Array): void {
    for (let changes = true; changes;) {
      changes = false;
      for (let side = 0; side < this.#sides.length; ++side) {
        const [a, b] = this.#side(side);
        const grown = SIZE_GROWTH * this.#sides[side]!;
        if (edgesM[a]! > edgesM[b]! + grown * (1 + 1e-9)) edgesM[a] = edgesM[b]! + grown;
        else if (edgesM[b]! > edgesM[a]! + grown * (1 + 1e-9)) edgesM[b] = edgesM[a]! + grown;
        else continue;
        changes = true;
      }
    }
  }

  /** Without the differences between neighbours that a mesher leaves by chance. */
  #smoothed(atVertices: Float64Array): Float64Array {
    let smooth = atVertices;
    for (let round = 0; round < SMOOTHINGS; ++round) {
      const before = smooth;
      smooth = this.#atVertices(
        this.#triangleEdgeM.map((_, t) => this.#corners(t).reduce((sum, v) => sum + before[v]! / 3, 0)),
      );
    }
    return smooth;
  }

  /** The mean of the triangles around each vertex. */
  #atVertices(values: ArrayLike<number>): Float64Array {
    const [sum, count] = [new Float64Array(this.#count), new Float64Array(this.#count)];
    for (let t = 0; t < values.length; ++t)
      for (const v of this.#corners(t)) {
        sum[v]! += values[t]!;
        count[v]! += 1;
      }
    return sum.map((value, v) => (count[v]! > 0 ? value / count[v]! : 0));
  }

  #corners(t: number): [number, number, number] {
    const { triangles } = this.#surface;
    return [triangles[4 * t + 1]!, triangles[4 * t + 2]!, triangles[4 * t + 3]!];
  }

  #side(side: number): [number, number] {
    const corners = this.#corners(Math.floor(side / 3));
    return [corners[side % 3]!, corners[(side + 1) % 3]!];
  }

  #at(v: number): [number, number, number] {
    const { vertices } = this.#surface;
    return [vertices[3 * v]!, vertices[3 * v + 1]!, vertices[3 * v + 2]!];
  }

  #distance(a: number, b: number): number {
    const [p, q] = [this.#at(a), this.#at(b)];
    return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
  }

  #areaM2(t: number): number {
    const [a, b, c] = this.#corners(t);
    const [u, v, w] = [this.#distance(a, b), this.#distance(b, c), this.#distance(c, a)];
    const half = (u + v + w) / 2;
    return Math.sqrt(Math.max(0, half * (half - u) * (half - v) * (half - w)));
  }
}

function extremes(values: Float64Array): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}
