import { errorMapFileName } from '@pace/contract';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkMesh } from '../../../server/src/engines/check.ts';
import { ErrorSizes, sizeGrid, sizeGridField, sizeGridFile } from '../../../server/src/mesher/index.ts';
import { parseErrorMap, parseGeometry } from '../../../server/src/storage/binaryFiles.ts';
import { solveMatrix, type Matrix, type SolvedMatrix } from '../bars/solvedMatrix.ts';
import { VALIDATION_FOLDER, type MeshSource } from '../caseFile.ts';
import { gmshOptions, meshFile } from '../meshBuilding.ts';
import { gmsh } from '../programs.ts';
import type { RefinedBody } from './bodies.ts';

/** One mesh of a body. */
export interface RefinedPoint {
  /** The mesh of an edge [m], or made from an earlier one for so many times as many triangles */
  from: { edgeM: number } | { generation: number; factor: number };
  unknowns: number;
  /** Predicted before it was meshed; of refined ones */
  predicted?: number;
  /** Root mean square of the error of all terms of the matrices, over that of the reference */
  error: number;
  /** The same of the bars */
  bar: number;
  /** Both are of corrected fields: by the CFIE, where the solver writes them for this mesh */
  corrected?: true;
}

/** Of a mesh, with what refining it takes. */
interface Solved extends SolvedMatrix {
  mesh: string;
}

export class Refining {
  #exact: Matrix[] | undefined;
  #runs = 0;

  constructor(
    private readonly body: RefinedBody,
    private readonly folder: string,
    private readonly threads: number,
  ) {}

  async reference(): Promise<number> {
    const run = await this.#solve(meshFile(this.body.reference, this.folder), {
      alpha: 1,
      errorEstimate: false,
    });
    this.#exact = run.matrices;
    return run.unknowns;
  }

  async uniform(edgeM: number): Promise<{ point: RefinedPoint; solved: Solved }> {
    const solved = await this.#solve(meshFile(this.body.mesh(edgeM), this.folder));
    return { point: { from: { edgeM }, ...this.#compared(solved) }, solved };
  }

  /** @param before  the mesh that is refined */
  async refined(
    before: Solved,
    edgeM: number,
    generation: number,
    factor: number,
  ): Promise<{ point: RefinedPoint; solved: Solved }> {
    const { mesh, predictedFactor } = await this.#refinedMesh(before, edgeM, factor);
    const solved = await this.#solve(mesh);
    return {
      point: {
        from: { generation, factor },
        predicted: Math.round(predictedFactor * before.unknowns),
        ...this.#compared(solved),
      },
      solved,
    };
  }

  async #solve(
    mesh: string,
    { alpha, errorEstimate } = { alpha: this.body.alpha, errorEstimate: true },
  ): Promise<Solved> {
    const { frequencyHz } = this.body;
    const folder = join(this.folder, `run-${++this.#runs}`);
    return {
      mesh,
      ...(await solveMatrix(folder, mesh, { frequencyHz, alpha, threads: this.threads, errorEstimate })),
    };
  }

  async #refinedMesh(
    before: Solved,
    edgeM: number,
    factor: number,
  ): Promise<{ mesh: string; predictedFactor: number }> {
    const geometry = `mesh-${this.#runs}.geo.bin`;
    await checkMesh({
      folder: this.folder,
      mesh: before.mesh,
      geometry,
      signal: new AbortController().signal,
    });
    const surface = parseGeometry(readFileSync(join(this.folder, geometry)), geometry);
    const map = join(before.results, errorMapFileName(this.body.frequencyHz));
    const sizes = await new ErrorSizes(surface, parseErrorMap(readFileSync(map), map)).forTriangles(factor);
    const grid = join(this.folder, `sizes-${this.#runs}.bin`);
    writeFileSync(grid, sizeGridFile(sizeGrid(surface, sizes.edgesM)));
    const mesh = join(this.folder, `refined-${this.#runs}.unv`);
    const source = this.body.mesh(edgeM);
    gmsh(['-2', '-format', 'unv', ...gmshOptions(source), '-o', mesh, this.#script(source, grid, edgeM)]);
    return { mesh, predictedFactor: sizes.triangleFactor };
  }

  /** The body's script, whose field of sizes another one replaces. */
  #script(source: MeshSource, grid: string, edgeM: number): string {
    const script = join(this.folder, `refined-${this.#runs}.geo`);
    writeFileSync(
      script,
      `Include "${join(VALIDATION_FOLDER, source.script ?? '')}";
Mesh.MeshSizeMin = 0;
Mesh.MeshSizeMax = ${edgeM};
Mesh.MeshSizeFromPoints = 0;${sizeGridField(grid, edgeM)}
`,
    );
    return script;
  }

  #compared({
    unknowns,
    matrices,
  }: SolvedMatrix): Pick<RefinedPoint, 'unknowns' | 'error' | 'bar' | 'corrected'> {
    const exact = this.#exact;
    if (!exact) throw new Error('The reference is solved first');
    let [size, error, bar] = [0, 0, 0];
    const isCorrected = this.body.alpha < 1 && matrices.every(({ corrected }) => corrected);
    matrices.forEach(({ terms, corrected }, i) =>
      ((isCorrected && corrected) || terms).forEach((term, t) => {
        const right = exact[i]!.terms[t]!;
        size += right.re ** 2 + right.im ** 2;
        error += (term.re - right.re) ** 2 + (term.im - right.im) ** 2;
        bar += term.bar ** 2;
      }),
    );
    return {
      unknowns,
      error: Math.sqrt(error / size),
      bar: Math.sqrt(bar / size),
      ...(isCorrected && { corrected: true as const }),
    };
  }
}
