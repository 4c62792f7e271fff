import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Benchmarks } from './Benchmarks.tsx';
import { CallToAction } from './CallToAction.tsx';
import { DesignStory } from './DesignStory.tsx';
import { Faq } from './Faq.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { Plans } from './Plans.tsx';
import { Solvers } from './Solvers.tsx';

export function Landing() {
  const { t } = useTranslation('landing');
  const { hash } = useLocation();
  // The page is drawn after the browser has looked for the anchor of its address.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Box component="main" id="main" tabIndex={-1} sx={{ outline: 'none' }}>
      <PageTitle page={t('pageTitle')} />
      <Hero />
      <Features />
      <Solvers />
      <DesignStory />
      <Benchmarks />
      <Faq />
      <Plans />
      <CallToAction />
    </Box>
  );
}
