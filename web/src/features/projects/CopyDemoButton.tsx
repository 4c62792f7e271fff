import Button, { type ButtonProps } from '@mui/material/Button';
import type { ProjectRow } from '@pace/contract';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDuplicateProject } from '../../api/projects.ts';
import { useErrorText } from '../../ui/ErrorAlert.tsx';
import { useProjectName } from '../../ui/useProjectName.ts';
import { Icon } from '../../ui/icons.tsx';

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  project: ProjectRow;
}

/** Makes a project of one's own of a demo project and goes to its wizard. */
export function CopyDemoButton({ project, size = 'small', variant = 'outlined' }: Props) {
  const { t } = useTranslation('projects');
  const navigate = useNavigate();
  const { enqueueSnackbar } = useSnackbar();
  const errorText = useErrorText();
  const copy = useDuplicateProject();
  const nameOf = useProjectName();
  return (
    <Button
      size={size}
      variant={variant}
      startIcon={<Icon name="copy" />}
      loading={copy.isPending}
      onClick={() =>
        copy.mutate(
          { id: project.id, name: nameOf(project) },
          {
            onSuccess: ({ id }) => void navigate(`/app/simulation?id=${encodeURIComponent(id)}`),
            onError: (error) => enqueueSnackbar(errorText(error).title, { variant: 'error' }),
          },
        )
      }
      data-testid={`project-copy-${project.id}`}
    >
      {t('copyToMine')}
    </Button>
  );
}
