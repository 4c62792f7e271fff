import { QueryClientProvider } from '@tanstack/react-query';
import { SnackbarProvider } from 'notistack';
import { TIMINGS_MS } from '@pace/contract';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './queryClient.ts';
import { router } from './routes.tsx';
import { ThemeModeProvider } from './ThemeMode.tsx';
import { Toast } from './Toast.tsx';

const TOASTS = { default: Toast, success: Toast, error: Toast, warning: Toast, info: Toast };

export function App() {
  return (
    <ThemeModeProvider>
      <QueryClientProvider client={queryClient}>
        <SnackbarProvider
          Components={TOASTS}
          maxSnack={3}
          autoHideDuration={TIMINGS_MS.toast}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
        >
          <RouterProvider router={router} />
        </SnackbarProvider>
      </QueryClientProvider>
    </ThemeModeProvider>
  );
}
