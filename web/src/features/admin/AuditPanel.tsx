import { useTranslation } from 'react-i18next';
import { useAdminAudit } from '../../api/admin.ts';
import { DataTable } from './DataTable.tsx';
import { ListFrame } from './ListFrame.tsx';
import { useTexts } from './texts.tsx';

/** Who did what when. The actions are words of the log, the same in every language. */
export function AuditPanel() {
  const { t } = useTranslation('admin');
  const { when } = useTexts();
  return (
    <ListFrame id="audit" searchLabel={t('audit.search')} useList={useAdminAudit}>
      {({ entries }) => (
        <DataTable
          label={t('tabs.audit')}
          testId="admin-audit"
          rows={entries}
          columns={[
            { title: t('audit.when'), cell: ({ date }) => when(date) },
            { title: t('audit.who'), cell: ({ userEmail }) => userEmail ?? '–' },
            { title: t('audit.action'), cell: ({ action }) => <span lang="en">{action}</span> },
            { title: t('audit.subject'), cell: ({ subject }) => subject ?? '–' },
            { title: t('audit.address'), cell: ({ address }) => address ?? '–' },
          ]}
        />
      )}
    </ListFrame>
  );
}
