import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { AccuracySlide } from './AccuracySlide.tsx';
import { Carousel } from './Carousel.tsx';
import { ScalingSlide } from './ScalingSlide.tsx';
import { Section } from './Section.tsx';
import { TargetsSlide } from './TargetsSlide.tsx';

export function Benchmarks() {
  const { t } = useTranslation('landing');
  const slides = [
    { key: 'accuracy', content: <AccuracySlide /> },
    { key: 'scaling', content: <ScalingSlide /> },
    { key: 'targets', content: <TargetsSlide /> },
  ];
  return (
    <Section id="benchmarks" title={t('benchmarks.title')} text={t('benchmarks.text')}>
      <Carousel label={t('benchmarks.carousel')} slides={slides} />
      <LinkButton to="/benchmarks" variant="outlined" sx={{ mt: 3 }} data-testid="landing-benchmarks">
        {t('benchmarks.all')}
      </LinkButton>
    </Section>
  );
}
