import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingScreen } from '../../../ui/LoadingScreen.tsx';
import { usePartName } from '../../../ui/usePartName.ts';
import { MeshViewer, type IncidenceArrow, type MeshGeometry } from '../../../viewer/index.ts';
import { EDGE_BAD_WAVELENGTHS } from '../edgeLengths.ts';
import { DOCKED_HEIGHT } from '../layout.ts';
import { useRegionColors } from '../materials/useModelRegions.ts';
import type { Wizard } from '../useWizard.ts';
import { MeshTools } from './MeshTools.tsx';
import { useEdgeMap } from './useEdgeMap.ts';
import { useFlawMarks } from './useFlawMarks.ts';
import { usePartSelection } from './usePartSelection.ts';

const COMPACT = { toolbar: false, minHeightPx: 0 };

interface MeshedModelProps {
  wizard: Wizard;
  geometry: MeshGeometry;
  arrows: readonly IncidenceArrow[];
  /** Small and without its tools */
  compact: boolean;
}

/** The mesh of the model: its parts can be selected, the lengths of its edges and its bad triangles shown. */
export function MeshedModel({ wizard, geometry, arrows, compact }: MeshedModelProps) {
  const { t } = useTranslation('wizard');
  const { model, project, select } = wizard;
  const report = model.report ?? model.failedReport;
  const edgeMap = useEdgeMap(wizard, geometry);
  const { scale, wavelength, edges, colors } = edgeMap;
  const colorOfPart = useRegionColors(wizard);
  const partName = usePartName(report);
  const parts = useMemo(
    () => (report?.parts ?? []).map((part) => ({ ...part, name: partName(part) })),
    [report, partName],
  );
  const flawMarks = useFlawMarks(model, edges);
  const { selected, toggle, add } = usePartSelection(wizard);
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Box sx={compact ? { height: DOCKED_HEIGHT } : { flex: 1, minHeight: 0 }}>
        <Suspense fallback={<LoadingScreen />}>
          <MeshViewer
            geometry={geometry}
            scaleMetres={scale ?? 1}
            arrows={arrows}
            parts={parts}
            selected={selected}
            onSelectPart={toggle}
            onPick={({ part }) => toggle(part)}
            onBox={add}
            marks={flawMarks.marks}
            fileName={`${project.name}-mesh`}
            options={{ withoutScale: scale === undefined, ...(compact && COMPACT) }}
            {...(scale !== undefined && { wavelengthM: wavelength })}
            colorOfPart={colorOfPart}
            {...(colors && { colors })}
          />
        </Suspense>
      </Box>
      <MeshTools
        edgeMap={edgeMap}
        flawMarks={flawMarks}
        selectedCount={selected.length}
        onSelectNone={() => select([])}
        hidden={compact}
      />
      {!compact && edges && edges.longest > EDGE_BAD_WAVELENGTHS && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {t('edges.tooLong')}
        </Alert>
      )}
    </Box>
  );
}
