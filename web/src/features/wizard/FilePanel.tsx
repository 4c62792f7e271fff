import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { FileChooser } from './FileChooser.tsx';
import { FILE_TYPES, type FileType } from './fileRules.ts';
import { MeshingPanel } from './MeshingPanel.tsx';
import { isSilentAboutUnit, useMeshing, type Meshing } from './useMeshing.ts';
import { ModelSummary } from './ModelSummary.tsx';
import { WIDE } from './layout.ts';
import { FILE_PANEL_TITLE } from './showFilePanel.ts';
import { RoundingPanel } from './RoundingPanel.tsx';
import { UnitsPanel } from './UnitsPanel.tsx';
import type { Wizard } from './useWizard.ts';

/** Beside each other while the panel lies below the picture, below each other where it is a column of its own. */
const COLUMNS = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
  [WIDE]: { gridTemplateColumns: 'minmax(0, 1fr)' },
} as const;

/** The way of the model: type, file, upload, then meshing (STEP) or units (meshes), and what it is. */
export function FilePanel({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('wizard');
  const { model } = wizard;
  const [replacing, setReplacing] = useState(false);
  const meshing = useMeshing(wizard);
  const report = model.report ?? model.failedReport;
  const choosing =
    model.phase === 'none' || model.phase === 'partial' || (replacing && model.phase === 'failed');
  return (
    <Box
      component="section"
      aria-labelledby={FILE_PANEL_TITLE}
      data-testid="file-panel"
      data-phase={model.phase}
      sx={{ display: 'grid', gap: 2 }}
    >
      <Typography id={FILE_PANEL_TITLE} tabIndex={-1} variant="h4" component="h2">
        {t('file.title')}
      </Typography>
      {choosing ? (
        <Choosing wizard={wizard} meshing={meshing} />
      ) : (
        <Box sx={COLUMNS}>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
              <Icon name="file" fontSize="small" sx={{ color: 'primary.main' }} />
              <Typography
                variant="body2"
                sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
                data-testid="model-file"
              >
                {model.fileName}
              </Typography>
            </Box>
            <MeshingPanel wizard={wizard} meshing={meshing} onReplace={() => setReplacing(true)} />
            {model.type === 'UNV' && model.report && (
              <UnitsPanel key={model.version} wizard={wizard} report={model.report} />
            )}
            {model.type === 'UNV' && model.report && <RoundingPanel wizard={wizard} report={model.report} />}
          </Box>
          {report && <ModelSummary wizard={wizard} report={report} />}
        </Box>
      )}
    </Box>
  );
}

function Choosing({ wizard, meshing }: { wizard: Wizard; meshing: Meshing }) {
  const { t } = useTranslation('wizard');
  const { model, project } = wizard;
  const [type, setType] = useState<FileType | null>(model.phase === 'partial' ? model.type : null);
  if (type === null)
    return (
      <>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('file.chooseType')}
        </Typography>
        <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1.5 }}>
          {FILE_TYPES.map((option) => (
            <Button
              key={option}
              variant="outlined"
              color="inherit"
              onClick={() => setType(option)}
              data-testid={`file-type-${option.toLowerCase()}`}
              sx={{
                display: 'block',
                textAlign: 'left',
                p: 2,
                borderColor: 'divider',
                '&:hover': { borderColor: 'primary.main' },
              }}
            >
              <Box component="span" sx={{ display: 'block', color: 'primary.main' }}>
                {t(`file.formats.${option}`)}
              </Box>
              <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                {t(`file.type.${option}`)}
              </Typography>
            </Button>
          ))}
        </Box>
      </>
    );
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <IconButton
          onClick={() => {
            setType(null);
            wizard.showPreview(null);
          }}
          aria-label={t('file.back')}
          size="small"
          data-testid="file-back"
        >
          <Icon name="back" fontSize="small" />
        </IconButton>
        <Typography variant="body2">{t(`file.type.${type}`)}</Typography>
      </Box>
      <FileChooser
        key={type}
        project={project}
        type={type}
        onChosen={wizard.showPreview}
        {...(type === 'STEP' && {
          onUploaded: (fileName: string) =>
            isSilentAboutUnit(fileName) ? Promise.resolve() : meshing.start(),
        })}
      />
    </>
  );
}
