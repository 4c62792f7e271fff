/** The project page on made-up results, to look at by `vite web` and /test/results/harness/?id=finished. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { loadTextsApart, startI18n } from '../../../src/app/i18n/index.ts';
import { ThemeModeProvider } from '../../../src/app/ThemeMode.tsx';
import { ProjectDetailPage } from '../../../src/pages/ProjectDetailPage.tsx';
import { answer } from '../syntheticRun.ts';

window.fetch = (input, init) =>
  answer(typeof input === 'string' ? input : input instanceof URL ? input.href : input.url, init);
await startI18n();
await loadTextsApart('results');
createRoot(document.getElementById('root')!).render(
  <ThemeModeProvider>
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <Box component="main" sx={{ p: { xs: 2, md: 3 }, maxWidth: 1400, mx: 'auto', minWidth: 0 }}>
          <Alert severity="warning" sx={{ mb: 2 }}>
            Synthetic data of no physical meaning
          </Alert>
          <ProjectDetailPage />
        </Box>
      </BrowserRouter>
    </QueryClientProvider>
  </ThemeModeProvider>,
);
