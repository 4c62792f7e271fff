import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { LIMITS, type ProjectRow } from '@pace/contract';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDeleteProject, useDuplicateProject } from '../../api/projects.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useErrorText } from '../../ui/ErrorAlert.tsx';
import { Icon } from '../../ui/icons.tsx';
import { RenameDialog } from './RenameDialog.tsx';

/** Rename, duplicate, vary in a study, and delete. */
export function ProjectMenu({ project }: { project: ProjectRow }) {
  const { t } = useTranslation('projects');
  const { state, stateLive } = project;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const { enqueueSnackbar } = useSnackbar();
  const errorText = useErrorText();
  const remove = useDeleteProject();
  const copy = useDuplicateProject();
  const duplicate = () => {
    setAnchor(null);
    copy.mutate(
      { id: project.id, name: copyName(t('copyName', { name: project.name })) },
      {
        onSuccess: ({ name }) => enqueueSnackbar(t('copied', { name })),
        onError: (error) => enqueueSnackbar(errorText(error).title, { variant: 'error' }),
      },
    );
  };
  const choose = (next: 'rename' | 'delete') => {
    setAnchor(null);
    setDialog(next);
  };
  const confirmDelete = () =>
    remove.mutate(
      { id: project.id },
      {
        onSuccess: () => enqueueSnackbar(t('deleted', { name: project.name })),
        onError: (error) => enqueueSnackbar(errorText(error).title, { variant: 'error' }),
        onSettled: () => setDialog(null),
      },
    );
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('menu', { name: project.name })}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        data-testid={`project-menu-${project.id}`}
      >
        <Icon name="more" fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => choose('rename')} data-testid="project-rename">
          <ListItemIcon>
            <Icon name="edit" fontSize="small" />
          </ListItemIcon>
          {t('rename')}
        </MenuItem>
        <MenuItem onClick={duplicate} data-testid="project-duplicate">
          <ListItemIcon>
            <Icon name="copy" fontSize="small" />
          </ListItemIcon>
          {t('duplicate')}
        </MenuItem>
        {stateLive.mesherState.status === 'Finished' && state.solverInput !== null && (
          <MenuItem
            component={Link}
            to={`/studies/new?project=${encodeURIComponent(project.id)}`}
            data-testid="project-study"
          >
            <ListItemIcon>
              <Icon name="angles" fontSize="small" />
            </ListItemIcon>
            {t('newStudy')}
          </MenuItem>
        )}
        <MenuItem onClick={() => choose('delete')} data-testid="project-delete">
          <ListItemIcon>
            <Icon name="delete" fontSize="small" />
          </ListItemIcon>
          {t('delete')}
        </MenuItem>
      </Menu>
      {dialog === 'rename' && <RenameDialog project={project} onClose={() => setDialog(null)} />}
      <ConfirmDialog
        open={dialog === 'delete'}
        destructive
        title={t('deleteTitle')}
        text={t('deleteText', { name: project.name })}
        confirmLabel={t('delete')}
        busy={remove.isPending}
        testId="project-delete-confirm"
        onConfirm={confirmDelete}
        onCancel={() => setDialog(null)}
      />
    </>
  );
}

const copyName = (name: string) => name.slice(0, LIMITS.projectNameLength);
