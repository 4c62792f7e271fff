import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { getSession } from '../api/session.ts';
import { App } from './App.tsx';
import { startI18n } from './i18n/index.ts';

// A visitor at the front door is not made to load the product first.
if (location.pathname === '/' && getSession().token === null) history.replaceState(null, '', '/landing');

await startI18n(undefined, 'visit');
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
