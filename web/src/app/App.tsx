import { RouterProvider } from 'react-router/dom';
import { router } from './routes.tsx';
import { ThemeModeProvider } from './ThemeMode.tsx';

export function App() {
  return (
    <ThemeModeProvider>
      <RouterProvider router={router} />
    </ThemeModeProvider>
  );
}
