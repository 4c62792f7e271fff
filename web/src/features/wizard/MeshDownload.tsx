import Button from '@mui/material/Button';
import { CALLS, MESHED_MODEL_PREFIX, type Project } from '@pace/contract';
import { useSnackbar } from 'notistack';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callBinary } from '../../api/client.ts';
import { useErrorText } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { useNumbers } from './useNumbers.ts';

/** Downloads the meshed UNV file, or that in metres with every triangle turned outward; the browser warns before the page is left meanwhile. */
export function MeshDownload({ project, mended = false }: { project: Project; mended?: boolean }) {
  const { t } = useTranslation('wizard');
  const { fileSize } = useNumbers();
  const { enqueueSnackbar } = useSnackbar();
  const errorText = useErrorText();
  const [progress, setProgress] = useState<{ received: number; total?: number | undefined } | null>(null);
  const loading = progress !== null;
  useEffect(() => {
    if (!loading) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [loading]);
  const download = async () => {
    setProgress({ received: 0 });
    try {
      const content = await callBinary(
        CALLS.download,
        { query: { ProjectID: project.id, ...(mended && { mended: '1' as const }) } },
        (received, total) => setProgress({ received, total }),
      );
      saveFile(
        `${MESHED_MODEL_PREFIX}${project.name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}${mended ? '_mended' : ''}.unv`,
        new Blob([content]),
      );
    } catch (error) {
      enqueueSnackbar(errorText(error).title, { variant: 'error' });
    }
    setProgress(null);
  };
  return (
    <Button
      variant="outlined"
      size="small"
      startIcon={<Icon name="download" />}
      onClick={() => void download()}
      disabled={loading}
      data-testid={mended ? 'mended-download' : 'mesh-download'}
    >
      {progress
        ? t('mesher.downloading', {
            size: progress.total
              ? `${fileSize(progress.received)} / ${fileSize(progress.total)}`
              : fileSize(progress.received),
          })
        : t(mended ? 'doctor.mendedFile' : 'mesher.download')}
    </Button>
  );
}
