import type { Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePartName } from '../../../ui/usePartName.ts';
import { MeshViewer, type MeshPick } from '../../../viewer/index.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { ValueSelect } from '../parts/ValueSelect.tsx';
import { frequencyLabel, plainNumber } from '../labels/quantities.ts';
import { metresPerUnit, useErrorMap, useProjectMesh } from '../data/queries.ts';
import { frequenciesWithErrorMap } from '../data/resultSummary.ts';
import { errorAtVertices } from '../fields/errorMap.ts';
import { saveExport } from '../curves/exportFiles.ts';
import { ExportMenu, type ExportItem } from '../../../ui/ExportMenu.tsx';

/** With more parts than this their list would be longer than the picture. */
const PARTS_LISTED = 40;

const COLORINGS = ['parts', 'errors'] as const;
type Coloring = (typeof COLORINGS)[number];

const MESH_FORMATS = ['msh', 'stl', 'obj', 'unv', 'vtu'] as const;

export function MeshView({ project }: { project: Project }) {
  const { t, i18n } = useTranslation('results');
  const [wanted, setWanted] = useState(false);
  const [highlighted, setHighlighted] = useState<number>();
  const [picked, setPicked] = useState<MeshPick>();
  const mesh = useProjectMesh(project, wanted);
  const parts = project.state.meshReport?.parts ?? [];
  const partName = usePartName(project.state.meshReport);
  const mapped = useMemo(() => frequenciesWithErrorMap(project), [project]);
  const [coloring, setColoring] = useState<Coloring>('parts');
  const [chosen, setChosen] = useState<number>();
  const frequencyHz = chosen ?? mapped[0];
  const map = useErrorMap(project, wanted && coloring === 'errors' ? frequencyHz : undefined);
  const fits = map.data && mesh.data && 3 * map.data.length === mesh.data.triangles.length;
  const colors = useMemo(
    () =>
      coloring === 'errors' && map.data && mesh.data && fits
        ? {
            values: errorAtVertices(map.data, mesh.data.triangles, mesh.data.vertices.length / 3),
            label: t('mesh.errors.label'),
            unit: t('mesh.errors.unit'),
          }
        : undefined,
    [coloring, map.data, mesh.data, fits, t],
  );
  const exportItems = useMemo((): ExportItem[] => {
    if (!mesh.data) return [];
    const save = (format: (typeof MESH_FORMATS)[number]) => () =>
      saveExport({ project, format, kind: 'mesh', converged: true });
    return MESH_FORMATS.map((format) => ({
      id: format,
      text: t(`export.mesh.${format}`),
      save: save(format),
    }));
  }, [project, mesh.data, t]);
  const pickedError = picked && coloring === 'errors' ? map.data?.[picked.triangle] : undefined;
  const quality = picked && mesh.data?.quality[picked.triangle];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <Button
          variant="contained"
          disabled={Boolean(mesh.data)}
          loading={mesh.isFetching}
          onClick={() => setWanted(true)}
          data-testid="mesh-plot"
        >
          {t(mesh.data ? 'loaded' : 'plot')}
        </Button>
        {mapped.length > 0 && (
          <ValueSelect
            label={t('mesh.coloring')}
            value={coloring}
            values={COLORINGS}
            text={(one) => t(`mesh.colorings.${one}`)}
            onChange={setColoring}
            testId="mesh-coloring"
          />
        )}
        {coloring === 'errors' && mapped.length > 1 && (
          <ValueSelect
            label={t('frequency')}
            value={frequencyHz}
            values={mapped}
            text={(one) => frequencyLabel(one, i18n.language)}
            onChange={setChosen}
            testId="mesh-errors-frequency"
          />
        )}
        <ExportMenu title={t('export.title')} items={exportItems} />
      </Box>
      <DrawingError errors={[mesh.error, map.error]} />
      {map.data && mesh.data && !fits && <Alert severity="error">{t('mesh.errors.mismatch')}</Alert>}
      {map.isFetching && <LoadingLine label={t('mesh.errors.loading')} />}
      {coloring === 'errors' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('mesh.errors.meaning')}
        </Typography>
      )}
      {mesh.isFetching && <LoadingLine label={t('mesh.loading')} received={mesh.received} />}
      {!wanted && <Typography sx={{ color: 'text.secondary' }}>{t('mesh.hint')}</Typography>}
      {mesh.data && (
        <>
          <Box sx={{ height: { xs: 600, md: 560 } }}>
            <Suspense fallback={<LoadingLine label={t('viewerLoading')} />}>
              <MeshViewer
                geometry={mesh.data}
                scaleMetres={metresPerUnit(project)}
                onPick={setPicked}
                {...(colors && { colors })}
                fileName={`${project.name}-mesh`}
                {...(highlighted !== undefined && { options: { highlightedPart: highlighted } })}
              />
            </Suspense>
          </Box>
          <Typography variant="body2" role="status" sx={{ minHeight: '1.5em' }}>
            {picked
              ? t('mesh.picked', {
                  triangle: picked.triangle + 1,
                  part: picked.part,
                  quality: plainNumber(quality ?? 0, i18n.language, 3),
                })
              : t('mesh.pickHint')}
            {pickedError !== undefined &&
              ` ${t('mesh.errors.picked', { percent: plainNumber(100 * pickedError, i18n.language, 2) })}`}
          </Typography>
        </>
      )}
      {mesh.data && parts.length > 1 && parts.length <= PARTS_LISTED && (
        <Box role="group" aria-label={t('mesh.parts')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          {parts.map(({ index, number, name, triangles, open }) => (
            <Chip
              key={index}
              size="small"
              color={highlighted === index ? 'primary' : 'default'}
              variant={highlighted === index ? 'filled' : 'outlined'}
              aria-pressed={highlighted === index}
              onClick={() => setHighlighted(highlighted === index ? undefined : index)}
              label={t(open ? 'mesh.openPart' : 'mesh.part', {
                index,
                name: partName({ name, number }),
                triangles: triangles.toLocaleString(i18n.language),
              })}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}
