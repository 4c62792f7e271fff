import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';

/** Instead of the wizard when its address names no project of this person. */
export function MissingProjectDialog({ hasProjects }: { hasProjects: boolean }) {
  const { t } = useTranslation('wizard');
  const id = useId();
  return (
    <Dialog open aria-labelledby={id} data-testid="missing-project">
      <PageTitle page={t('pageTitle')} />
      <DialogContent>
        <DialogContentText id={id}>{t(hasProjects ? 'missing.notFound' : 'missing.none')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <LinkButton
          to="/projects"
          {...(hasProjects ? { variant: 'contained' } : { color: 'inherit' })}
          data-testid="missing-to-projects"
        >
          {t('missing.toProjects')}
        </LinkButton>
        <LinkButton
          to="/projects?create=1"
          {...(hasProjects ? { color: 'inherit' } : { variant: 'contained' })}
          data-testid="missing-create"
        >
          {t('missing.create')}
        </LinkButton>
      </DialogActions>
    </Dialog>
  );
}
