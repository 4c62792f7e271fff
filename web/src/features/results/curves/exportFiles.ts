import type { BistaticData, ScatteringData } from '@pace/contract/export';
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

function save(
  { name, converged }: { name: string; converged: boolean },
  kind: string,
  ending: string,
  content: BlobPart,
  type: string,
): void {
  saveFile(`${markedName(`${name}-${kind}`, !converged)}.${ending}`, new Blob([content], { type }));
}
