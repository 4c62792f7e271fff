import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeshGeometry } from '../../../viewer/index.ts';
import { EDGE_BAD_WAVELENGTHS, edgeLimitWavelengths, edgeMap } from '../edgeLengths.ts';
import { isSmoothlyCurved, metresPerUnitOf } from '../modelFacts.ts';
import { shortestWavelengthM, type Wizard } from '../useWizard.ts';

export type ShownEdgeMap = ReturnType<typeof useEdgeMap>;

/** The edges against the wavelength, once they are asked for, and the colours that show them. */
export function useEdgeMap({ draft, model, project }: Wizard, geometry: MeshGeometry) {
  const { t } = useTranslation('wizard');
  const [mapped, setMapped] = useState(false);
  const report = model.report ?? model.failedReport;
  const scale = metresPerUnitOf(model, draft);
  const wavelength = shortestWavelengthM(draft);
  const limit = edgeLimitWavelengths(report !== null && isSmoothlyCurved(report), project.programType);
  const edges = useMemo(
    () =>
      mapped && scale !== undefined && wavelength !== undefined
        ? edgeMap(geometry, scale, wavelength, limit)
        : undefined,
    [mapped, geometry, scale, wavelength, limit],
  );
  const colors = useMemo(
    () =>
      edges && {
        values: edges.values,
        label: t('edges.label'),
        unit: 'λ',
        range: [0, EDGE_BAD_WAVELENGTHS] as [number, number],
      },
    [edges, t],
  );
  return {
    mapped,
    setMapped,
    /** Metres per unit of the file */
    scale,
    /** [m] */
    wavelength,
    /** What the map cannot be drawn without */
    lacking: scale === undefined ? 'unit' : wavelength === undefined ? 'frequency' : undefined,
    /** [wavelengths] */
    limit,
    edges,
    colors,
  } as const;
}
