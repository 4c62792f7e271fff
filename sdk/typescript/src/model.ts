/** A model on the server: its file, its mesh, and the runs that are made of it. */
import type { ProgramType } from '@pace/contract';
import type { LiveState, WireProject } from './contractTypes.ts';
import { Doctor } from './doctor.ts';
import { invalid, MeshFailed, NotFound, StateConflict } from './errors.ts';
import { follow, isActiveStatus } from './events.ts';
import { libraryMaterial, materialsInput } from './materials.ts';
import { listenerOf, type Progress } from './progress.ts';
import { Run } from './run.ts';
import {
  checkProgram,
  mesherOptions,
  solverInput,
  type CoreType,
  type MeshSettings,
  type RunSettings,
} from './settings.ts';
import { Ambiguous, type Transport } from './transport.ts';
import { valuesOf } from './units.ts';

export type MesherState = LiveState['mesherState'];

export interface MeshOptions extends MeshSettings {
  /** A bar where standard error is a terminal by default; false: none; a function gets every new state of the mesher */
  onProgress?: Progress<MesherState>;
}

/** A model that was uploaded. `Client.upload` and `Client.model` make one. */
export class Model {
  readonly #transport: Transport;
  #id: string;
  /** Whether its project has a run: the next one gets a copy of it. */
  #isTaken: boolean;
  /** What must not happen at a time, one after the other */
  #turn: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(transport: Transport, projectId: string, isTaken: boolean) {
    this.#transport = transport;
    this.#id = projectId;
    this.#isTaken = isTaken;
  }

  /** Id of its project: `Client.model(id)` has this model again. */
  get id(): string {
    return this.#id;
  }

  /** The project as the API gives it. */
  project(): Promise<WireProject> {
    return this.#transport.call('getSingleProject', { id: this.#id });
  }

  /**
   * Meshes a STEP model and waits until that is done. A UNV model is a mesh already: for it this only waits, and merges torn seams on
   * request.
   *
   * A model that has a run already is copied before, so that the run keeps its mesh; `id` is then the one of the copy.
   *
   * @throws MeshFailed, InvalidInput
   */
  mesh({ onProgress, mergeSeams = false, ...settings }: MeshOptions = {}): Promise<this> {
    return this.#inTurn(async () => {
      const options = mesherOptions(settings);
      const project = await this.project();
      if (project.state.model?.type === 'UNV') {
        const [given] = Object.keys(options);
        if (given !== undefined)
          throw invalid(
            'MESH_SIZE_INVALID',
            `/${given}`,
            'A UNV file is a mesh already: upload the STEP file to mesh it.',
          );
        const state = await this.#meshed(onProgress);
        if (!mergeSeams) {
          refuseFailed(state);
          return this;
        }
      }
      // A ready-made STEP model is being meshed as soon as it is there.
      else await this.#meshed(onProgress);
      if (this.#isTaken) {
        this.#id = await this.#copy(project.name);
        this.#isTaken = false;
      }
      await this.#startMesher({ ...options, ...(mergeSeams ? { mergeSeams } : {}) });
      refuseFailed(await this.#meshed(onProgress));
      return this;
    });
  }

  /** What the import doctor found in the mesh, also where it has errors. @throws NotFound (MESH_NOT_READY) where there is none */
  get doctor(): Promise<Doctor> {
    return this.#examined();
  }

  /**
   * Prepares a run: saves its waves, settings and materials. Nothing is computed before `Run.start()` or `Run.wait()`.
   *
   * The first run of a model without a name is made in the model's own project, every other one in a copy with the same mesh.
   *
   * @throws InvalidInput with the place of each value that is refused
   */
  async run(settings: RunSettings): Promise<Run> {
    const project = await this.project();
    const program = project.solverType;
    const input = solverInput(settings, program);
    checkProgram(settings, program);
    const { projectId, materials } = await this.#inTurn(async () => {
      refuseFailed(await this.#meshed(false));
      const saved = await this.#materials(settings, project);
      return { projectId: await this.#projectOfRun(settings.name, project), materials: saved };
    });
    if (materials) await this.#transport.call('inputMaterials', { projectId, ...materials });
    await this.#transport.call('input', { projectId, ...input });
    return this.#prepared(projectId, program, settings.core ?? (project.coreType as CoreType));
  }

  #prepared(projectId: string, program: ProgramType, core: CoreType): Run {
    return new Run(this.#transport, projectId, { formulationType: program, core });
  }

  async #materials(
    { coating, boundaries, pecBack = true, materials = [], frequency }: RunSettings,
    project: WireProject,
  ) {
    if (coating === undefined && boundaries === undefined) return undefined;
    const { materials: library } = await this.#transport.call('getMaterials');
    const parts = project.state.meshReport?.parts.map(({ number }) => number) ?? [];
    return materialsInput({
      coating,
      pecBack,
      boundaries,
      own: materials,
      library: library.map(libraryMaterial),
      surfaces: parts.length > 0 ? parts : (await this.#examined()).surfaces,
      frequencies: valuesOf(frequency),
    });
  }

  /** A key of the scope run may copy a project, and not rename it. */
  async #projectOfRun(name: string | undefined, project: WireProject): Promise<string> {
    if (this.#isTaken || (name !== undefined && name !== project.name))
      return this.#copy(name ?? project.name);
    this.#isTaken = true;
    return this.#id;
  }

  async #copy(name: string): Promise<string> {
    return (await this.#transport.call('duplicateProject', { id: this.#id, name })).id;
  }

  async #examined(): Promise<Doctor> {
    await this.#meshed(false);
    const project = await this.project();
    if (project.state.meshReport) return new Doctor(project.state.meshReport);
    const { status, code, detail, values } = project.stateLive.mesherState;
    if (status === 'Error') throw new MeshFailed(code ?? 'MESHER_FAILED', detail, { values });
    throw new NotFound('MESH_NOT_READY', 'The model has no mesh yet: call mesh().');
  }

  /** Where the answer is lost, the state of the project says whether the mesher was started. */
  async #startMesher(options: ReturnType<typeof mesherOptions> & { mergeSeams?: boolean }): Promise<void> {
    const body = { projectId: this.#id, ...options };
    try {
      await this.#transport.call('runMesher', body);
    } catch (error) {
      if (!(error instanceof Ambiguous)) throw error;
      if (isActiveStatus((await this.#mesherState()).status)) return;
      try {
        await this.#transport.call('runMesher', body);
      } catch (again) {
        if (!(again instanceof StateConflict && again.code === 'RUN_ACTIVE')) throw again;
      }
    }
  }

  async #mesherState(): Promise<MesherState> {
    return (await this.#transport.call('storageStateLive', { projectId: this.#id })).mesherState;
  }

  /** The state of the mesher once it is not active. */
  async #meshed(onProgress: Progress<MesherState>): Promise<MesherState> {
    const state = await this.#mesherState();
    if (!isActiveStatus(state.status)) return state;
    const show = listenerOf(onProgress, 'mesh');
    for await (const event of follow(this.#transport, this.#id)) {
      if (event.kind !== 'state') continue;
      show(event.data.mesherState);
      if (!isActiveStatus(event.data.mesherState.status)) return event.data.mesherState;
    }
    return this.#mesherState();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

function refuseFailed({ status, code, detail, values }: MesherState): void {
  if (status === 'Error' || status === 'Cancelled')
    throw new MeshFailed(code ?? status.toUpperCase(), detail || status, { values });
}
