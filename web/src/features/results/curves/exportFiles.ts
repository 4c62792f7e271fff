import type { BistaticData, ScatteringData, SurfaceData, SurfaceIllumination } from '@pace/contract/export';
import { saveFile } from '../../../ui/saveFile.ts';
import { markedName } from '../data/resultSummary.ts';

/** The writers are loaded with the first file that is asked for. */
const writers = () => import('@pace/contract/export');

export async function saveTable(data: ScatteringData): Promise<void> {
  const { scatteringTable } = await writers();
  save(data, 'monostatic', 'txt', scatteringTable(data), 'text/plain;charset=utf-8');
}

export async function saveMat(data: ScatteringData): Promise<void> {
  const { scatteringMat } = await writers();
  save(data, 'monostatic', 'mat', scatteringMat(data), 'application/x-matlab-data');
}

export async function saveFfe(data: BistaticData): Promise<void> {
  const { ffeFile } = await writers();
  save(data, 'bistatic', 'ffe', ffeFile(data), 'text/plain;charset=utf-8');
}

export async function saveStl(data: SurfaceData): Promise<void> {
  const { stlFile } = await writers();
  save({ ...data, converged: true }, 'mesh', 'stl', stlFile(data), 'model/stl');
}

export async function saveMsh(data: SurfaceData): Promise<void> {
  const { mshFile } = await writers();
  save({ ...data, converged: true }, 'mesh', 'msh', mshFile(data), 'text/plain;charset=utf-8');
}

/** The mesh alone, or with what flows on it. */
export async function saveVtu(data: SurfaceData, illumination?: SurfaceIllumination): Promise<void> {
  const { vtuFile } = await writers();
  const { name } = data;
  const kind = illumination?.vectors.map((one) => one.name).join('-') ?? 'mesh';
  save(
    { name, converged: illumination?.converged ?? true },
    kind,
    'vtu',
    vtuFile(data, illumination),
    'application/xml',
  );
}

function save(
  { name, converged }: { name: string; converged: boolean },
  kind: string,
  ending: string,
  content: BlobPart,
  type: string,
): void {
  saveFile(`${markedName(`${name}-${kind}`, !converged)}.${ending}`, new Blob([content], { type }));
}
