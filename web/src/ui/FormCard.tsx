import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode, SubmitEventHandler } from 'react';
import { PageTitle } from './PageTitle.tsx';

interface Props {
  title: string;
  text?: string;
  wide?: boolean;
  onSubmit?: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
  footer?: ReactNode;
}

/** One form on a page of its own. */
export function FormCard({ title, text, wide = false, onSubmit, children, footer }: Props) {
  return (
    <Paper variant="outlined" sx={{ width: '100%', maxWidth: wide ? 640 : 440, p: { xs: 3, sm: 4 } }}>
      <PageTitle page={title} />
      <Typography variant="h2" component="h1">
        {title}
      </Typography>
      {text !== undefined && <Typography sx={{ color: 'text.secondary', mt: 0.75 }}>{text}</Typography>}
      <Box
        component={onSubmit ? 'form' : 'div'}
        noValidate={onSubmit ? true : undefined}
        onSubmit={onSubmit}
        sx={{ mt: 3, display: 'grid', gap: 2 }}
      >
        {children}
      </Box>
      {footer !== undefined && <Box sx={{ mt: 3 }}>{footer}</Box>}
    </Paper>
  );
}
