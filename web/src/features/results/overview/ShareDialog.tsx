import type { Project } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { projectShareAddress, useShareLinks } from '../../../api/shares.ts';
import { ShareLinksDialog } from '../../../ui/ShareLinksDialog.tsx';

/** Read-only links to a project. */
export function ShareDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation('sharing');
  const links = useShareLinks(project.id, (token) => projectShareAddress(project.id, token));
  return (
    <ShareLinksDialog title={t('project.title')} text={t('project.text')} {...links} onClose={onClose} />
  );
}
