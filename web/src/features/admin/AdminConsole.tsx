import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditPanel } from './AuditPanel.tsx';
import { MessagesPanel } from './MessagesPanel.tsx';
import { OverviewPanel } from './OverviewPanel.tsx';
import { ProjectsPanel } from './ProjectsPanel.tsx';
import { QueuePanel } from './QueuePanel.tsx';
import { UsersPanel } from './UsersPanel.tsx';

export const ADMIN_TABS = ['overview', 'users', 'queue', 'projects', 'messages', 'audit'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** Everything an administrator looks after. */
export function AdminConsole({
  ownId,
  tab,
  onTab,
}: {
  /** Account of who looks. */
  ownId: string;
  tab: AdminTab;
  onTab: (tab: AdminTab) => void;
}) {
  const { t } = useTranslation('admin');
  const panels: Record<AdminTab, ReactNode> = {
    overview: <OverviewPanel />,
    users: <UsersPanel ownId={ownId} />,
    queue: <QueuePanel />,
    projects: <ProjectsPanel />,
    messages: <MessagesPanel />,
    audit: <AuditPanel />,
  };
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: AdminTab) => onTab(next)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t('title')}
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 3 }}
      >
        {ADMIN_TABS.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`admin-tab-${name}`}
            // Only the panel that is shown exists.
            aria-controls={name === tab ? 'admin-panel' : undefined}
            label={t(`tabs.${name}`)}
            data-testid={`admin-tab-${name}`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="admin-panel" aria-labelledby={`admin-tab-${tab}`} key={tab}>
        {panels[tab]}
      </Box>
    </>
  );
}
