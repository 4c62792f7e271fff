import type { Study } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { studyShareAddress, useShareLinks } from '../../../api/shares.ts';
import { ShareLinksDialog } from '../../../ui/ShareLinksDialog.tsx';

/** Read-only links to a study: to the project that carries its model. */
export function ShareStudyDialog({ study, onClose }: { study: Study; onClose: () => void }) {
  const { t } = useTranslation('sharing');
  const links = useShareLinks(study.carrierId, (token) => studyShareAddress(study.id, token));
  return <ShareLinksDialog title={t('study.title')} text={t('study.text')} {...links} onClose={onClose} />;
}
