import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import { PageTitle } from './PageTitle.tsx';

/** What a page shows when it has nothing yet: what would be here and how to get it. */
export function EmptyState({
  icon,
  title,
  text,
  action,
  wholePage = false,
}: {
  icon: IconName;
  title: string;
  text: string;
  action?: ReactNode;
  /** It is all of a page, whose name is its title then. */
  wholePage?: boolean;
}) {
  return (
    <Box
      sx={{
        border: 1,
        borderStyle: 'dashed',
        borderColor: 'divider',
        borderRadius: 1,
        px: 3,
        py: { xs: 5, sm: 8 },
        display: 'grid',
        justifyItems: 'center',
        gap: 1.5,
        textAlign: 'center',
      }}
    >
      <Icon name={icon} sx={{ fontSize: 40, color: 'primary.main' }} />
      {wholePage && <PageTitle page={title} />}
      <Typography variant="h4" component={wholePage ? 'h1' : 'h2'}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '46ch' }}>{text}</Typography>
      {action}
    </Box>
  );
}
