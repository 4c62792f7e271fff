import type { Project } from '@pace/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePartName } from '../../../ui/usePartName.ts';
import { MeshViewer, type MeshPick } from '../../../viewer/index.ts';
import { DrawingError } from '../parts/DrawingError.tsx';
import { LoadingLine } from '../parts/LoadingLine.tsx';
import { plainNumber } from '../labels/quantities.ts';
import { metresPerUnit, useProjectMesh } from '../data/queries.ts';

/** With more parts than this their list would be longer than the picture. */
const PARTS_LISTED = 40;

export function MeshView({ project }: { project: Project }) {
  const { t, i18n } = useTranslation('results');
  const [wanted, setWanted] = useState(false);
  const [highlighted, setHighlighted] = useState<number>();
  const [picked, setPicked] = useState<MeshPick>();
  const mesh = useProjectMesh(project, wanted);
  const parts = project.state.meshReport?.parts ?? [];
  const partName = usePartName(project.state.meshReport);
  const quality = picked && mesh.data?.quality[picked.triangle];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}>
      <Box>
        <Button
          variant="contained"
          disabled={Boolean(mesh.data)}
          loading={mesh.isFetching}
          onClick={() => setWanted(true)}
          data-testid="mesh-plot"
        >
          {t(mesh.data ? 'loaded' : 'plot')}
        </Button>
      </Box>
      <DrawingError errors={[mesh.error]} />
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
