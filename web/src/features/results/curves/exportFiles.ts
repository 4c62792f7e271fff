import { CALLS, EXPORT_FORMATS, type ExportFormat, type ResultKey } from '@pace/contract';
import { callBlob } from '../../../api/client.ts';
import { saveFile } from '../../../ui/saveFile.ts';
import { markedName } from '../data/resultSummary.ts';

/** What a file for another program holds (docs/formats.md). */
export interface Exported {
  project: { id: string; name: string };
  format: ExportFormat;
  /** In the name of the file: `monostatic`, `mesh` … */
  kind: string;
  converged: boolean;
  /** Of a wave; of `rcs` a frequency alone is enough */
  wave?: Partial<ResultKey>;
  incident?: 'V' | 'H' | undefined;
  density?: 'J' | 'M';
}

/** The server writes it. */
export async function saveExport(exported: Exported): Promise<void> {
  const { project, format, kind, converged, wave, incident, density } = exported;
  const content = await callBlob(CALLS.exportResult, {
    query: {
      ProjectID: project.id,
      Format: format,
      ...(wave?.frequency !== undefined && { Frequency: wave.frequency }),
      ...(wave?.theta !== undefined && { Theta: wave.theta }),
      ...(wave?.phi !== undefined && { Phi: wave.phi }),
      ...(incident && { Incident: incident }),
      ...(density && { Density: density }),
    },
  });
  saveFile(`${markedName(`${project.name}-${kind}`, !converged)}.${EXPORT_FORMATS[format]}`, content);
}
