import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { GuestsOnly, MembersOnly } from './guards.tsx';
import { type Apart, loadAllTexts, loadTextsApart } from './i18n/index.ts';
import { LandingLayout } from './shell/LandingLayout.tsx';
import { RouteFailure } from './shell/RouteFailure.tsx';

/** A page in a chunk of its own; the module exports a component of that name. Texts that it alone needs come with it. */
function page<N extends string>(
  name: N,
  load: () => Promise<Record<N, ComponentType>>,
  ...texts: Apart[]
): Pick<RouteObject, 'lazy'> {
  return {
    lazy: async () => {
      const [found] = await Promise.all([load(), loadTextsApart(...texts)]);
      return { Component: found[name] };
    },
  };
}

const forMembers: RouteObject[] = [
  { path: '/', ...page('HomePage', () => import('../pages/HomePage.tsx')) },
  { path: '/dashboard', element: <Navigate to="/" replace /> },
  { path: '/profile', ...page('ProfilePage', () => import('../pages/ProfilePage.tsx')) },
  {
    path: '/profile/settings',
    ...page('ProfileSettingsPage', () => import('../pages/ProfileSettingsPage.tsx')),
  },
  { path: '/projects', ...page('ProjectsPage', () => import('../pages/ProjectsPage.tsx')) },
  {
    path: '/projects/detail',
    ...page(
      'ProjectDetailPage',
      () => import('../pages/ProjectDetailPage.tsx'),
      'results',
      'sharing',
      'materials',
    ),
  },
  { path: '/studies', ...page('StudiesPage', () => import('../pages/StudiesPage.tsx'), 'studies') },
  { path: '/studies/new', ...page('NewStudyPage', () => import('../pages/NewStudyPage.tsx'), 'studies') },
  {
    path: '/studies/detail',
    ...page('StudyPage', () => import('../pages/StudyPage.tsx'), 'studies', 'sharing'),
  },
  { path: '/demo/projects', ...page('DemoProjectsPage', () => import('../pages/DemoProjectsPage.tsx')) },
  { path: '/demo/models', ...page('DemoModelsPage', () => import('../pages/DemoModelsPage.tsx')) },
  {
    path: '/app/simulation',
    ...page('SimulationPage', () => import('../pages/SimulationPage.tsx'), 'wizard', 'materials'),
  },
  { path: '/guides', ...page('GuidesPage', () => import('../pages/GuidesPage.tsx'), 'guides') },
  { path: '/admin', ...page('AdminPage', () => import('../pages/AdminPage.tsx'), 'admin') },
];

const forGuests: RouteObject[] = [
  { path: '/auth/login', ...page('LoginPage', () => import('../pages/LoginPage.tsx')) },
  { path: '/auth/sign-up', ...page('SignUpPage', () => import('../pages/SignUpPage.tsx')) },
  { path: '/auth/confirm', ...page('ConfirmPage', () => import('../pages/ConfirmPage.tsx')) },
];

const forAll: RouteObject[] = [
  {
    path: '/shared',
    ...page('SharedPage', () => import('../pages/SharedPage.tsx'), 'results', 'sharing', 'materials'),
  },
  {
    path: '/shared/study',
    ...page('SharedStudyPage', () => import('../pages/SharedStudyPage.tsx'), 'studies', 'sharing'),
  },
  {
    path: '/auth/reset-password',
    ...page('ResetPasswordPage', () => import('../pages/ResetPasswordPage.tsx')),
  },
  {
    path: '/auth/confirm-password',
    ...page('ConfirmPasswordPage', () => import('../pages/ConfirmPasswordPage.tsx')),
  },
  { path: '/auth/unlock', ...page('UnlockPage', () => import('../pages/UnlockPage.tsx')) },
  { path: '/auth/404', ...page('NotFoundPage', () => import('../pages/NotFoundPage.tsx')) },
  { path: '/auth/500', ...page('ServerErrorPage', () => import('../pages/ServerErrorPage.tsx')) },
  { path: '*', ...page('NotFoundPage', () => import('../pages/NotFoundPage.tsx')) },
];

/** The product's own frame and texts; the landing page does without. */
const product: Pick<RouteObject, 'lazy'> = {
  lazy: async () => {
    const [{ ProductFrame }] = await Promise.all([import('./ProductFrame.tsx'), loadAllTexts()]);
    return { Component: ProductFrame };
  },
};

export const router = createBrowserRouter([
  {
    element: <Outlet />,
    errorElement: <RouteFailure />,
    hydrateFallbackElement: <LoadingScreen />,
    children: [
      {
        element: <LandingLayout />,
        children: [{ path: '/landing', ...page('LandingPage', () => import('../pages/LandingPage.tsx')) }],
      },
      {
        ...product,
        children: [
          {
            element: <MembersOnly />,
            children: [{ ...page('AppShell', () => import('./shell/AppShell.tsx')), children: forMembers }],
          },
          {
            ...page('AnyLayout', () => import('./shell/AnyLayout.tsx')),
            children: [
              { path: '/auth/contact', ...page('ContactPage', () => import('../pages/ContactPage.tsx')) },
              { path: '/about', ...page('AboutPage', () => import('../pages/AboutPage.tsx')) },
            ],
          },
          {
            ...page('ReadingLayout', () => import('./shell/AnyLayout.tsx')),
            children: [
              {
                path: '/benchmarks',
                ...page('BenchmarksPage', () => import('../pages/BenchmarksPage.tsx'), 'benchmarks'),
              },
            ],
          },
          {
            ...page('VisitorLayout', () => import('./shell/VisitorLayout.tsx')),
            children: [{ element: <GuestsOnly />, children: forGuests }, ...forAll],
          },
        ],
      },
    ],
  },
]);
