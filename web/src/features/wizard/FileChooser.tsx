import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { USER_TYPES, type Project } from '@pace/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../../api/account.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DropZone } from '../../ui/DropZone.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { NoticeDialog } from '../../ui/NoticeDialog.tsx';
import { EXTENSIONS, hasExtension, uploadLimitBytes, type FileType } from './fileRules.ts';
import { useNumbers } from './useNumbers.ts';
import { useUpload } from './useUpload.ts';

interface Props {
  project: Project;
  type: FileType;
  onChosen: (file: File | null) => void;
  onUploaded?: (fileName: string) => Promise<void>;
}

export function FileChooser({ project, type, onChosen, onUploaded }: Props) {
  const { t } = useTranslation('wizard');
  const { fileSize, whole } = useNumbers();
  const limit = uploadLimitBytes(useUser().data?.userType ?? USER_TYPES.free);
  const upload = useUpload(project, onUploaded);
  const [file, setFile] = useState<File | null>(null);
  const [dialog, setDialog] = useState<'confirm' | 'size' | null>(null);
  const [wrongType, setWrongType] = useState(false);
  const partial = project.state.model && !project.state.model.complete ? project.state.model : null;

  const choose = (chosen: File) => {
    const fits = hasExtension(chosen.name, type);
    const small = chosen.size <= limit;
    setWrongType(!fits);
    setFile(fits && small ? chosen : null);
    onChosen(fits && small ? chosen : null);
    if (fits && !small) setDialog('size');
  };
  const confirm = () => {
    setDialog(null);
    if (file) void upload.start(file);
  };

  if (upload.progress) {
    // The file is there; what follows is the start of the mesher.
    const arrived = onUploaded !== undefined && upload.progress.sent >= upload.progress.total;
    const percent = Math.round((100 * upload.progress.sent) / upload.progress.total);
    return (
      <Box role="status" aria-live="polite" data-testid="upload-progress">
        <Typography variant="body2" gutterBottom>
          {arrived
            ? t('mesher.starting')
            : t('file.uploading', { name: file?.name, percent: whole(percent) })}
        </Typography>
        <LinearProgress
          {...(arrived ? {} : { variant: 'determinate' as const, value: percent })}
          aria-label={t(arrived ? 'mesher.starting' : 'file.progress')}
        />
      </Box>
    );
  }
  return (
    <>
      {upload.error !== null && <ErrorAlert error={upload.error} data-testid="upload-error" />}
      {partial && <Alert severity="info">{t('file.partial', { name: partial.fileName })}</Alert>}
      {wrongType && (
        <Alert severity="error">{t('file.wrongType', { extensions: EXTENSIONS[type].join(', ') })}</Alert>
      )}
      <DropZone
        accept={EXTENSIONS[type].join(',')}
        label={t('file.drop', { extensions: EXTENSIONS[type].join(', ') })}
        onFile={choose}
        testId="file-input"
      />
      {file && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
          <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <strong>{file.name}</strong> · {fileSize(file.size)}
          </Typography>
          <Button
            variant="contained"
            startIcon={<Icon name="upload" />}
            onClick={() => setDialog('confirm')}
            data-testid="upload-start"
          >
            {t('file.upload')}
          </Button>
        </Box>
      )}
      <ConfirmDialog
        open={dialog === 'confirm'}
        title={t('file.confirmTitle')}
        text={t('file.confirmText')}
        confirmLabel={t('file.upload')}
        testId="upload-confirm"
        onConfirm={confirm}
        onCancel={() => setDialog(null)}
      />
      <NoticeDialog
        open={dialog === 'size'}
        title={t('file.tooLargeTitle')}
        text={t(limit === uploadLimitBytes(USER_TYPES.free) ? 'file.tooLarge' : 'file.tooLargeAdmin')}
        onClose={() => setDialog(null)}
      />
    </>
  );
}
