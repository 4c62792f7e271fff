import { TIMINGS_MS } from '@pace/contract/limits';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';

/**
 * Slides side by side, swiped, stepped through or changing by themselves. The change stops while somebody points at or is
 * inside of it, when it is told to, and never begins for people who want less motion.
 */
export function Carousel({
  label,
  slides,
}: {
  label: string;
  slides: { key: string; content: ReactNode }[];
}) {
  const { t } = useTranslation('landing');
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [plays, setPlays] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [held, setHeld] = useState(false);
  const go = (target: number) => {
    const { current } = track;
    const wrapped = (target + slides.length) % slides.length;
    current?.scrollTo({ left: wrapped * current.clientWidth });
    setIndex(wrapped);
  };
  useEffect(() => {
    if (!plays || held) return;
    const timer = setInterval(() => {
      const { current } = track;
      if (!current || document.hidden) return;
      const next = (Math.round(current.scrollLeft / current.clientWidth) + 1) % slides.length;
      current.scrollTo({ left: next * current.clientWidth });
    }, TIMINGS_MS.carousel);
    return () => clearInterval(timer);
  }, [plays, held, slides.length]);
  return (
    <Box
      role="group"
      aria-roledescription="carousel"
      aria-label={label}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      sx={{ mt: 5 }}
    >
      <Box
        ref={track}
        tabIndex={0}
        role="group"
        aria-label={label}
        aria-live={plays && !held ? 'off' : 'polite'}
        onScroll={({ currentTarget }) =>
          setIndex(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
        }
        sx={{
          display: 'flex',
          overflowX: 'auto',
          scrollSnapType: 'x mandatory',
          scrollBehavior: 'smooth',
          scrollbarWidth: 'none',
          overscrollBehaviorX: 'contain',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.default',
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        {slides.map(({ key, content }, i) => (
          <Box
            key={key}
            role="group"
            aria-roledescription="slide"
            aria-label={t('carousel.slide', { number: i + 1, count: slides.length })}
            sx={{ flex: '0 0 100%', minWidth: 0, scrollSnapAlign: 'start' }}
          >
            {content}
          </Box>
        ))}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 1 }}>
        <IconButton aria-label={t('carousel.previous')} onClick={() => go(index - 1)}>
          <Icon name="next" sx={{ transform: 'scaleX(-1)' }} />
        </IconButton>
        <Box
          sx={{ fontSize: 14, color: 'text.secondary', minWidth: 48, textAlign: 'center' }}
          data-testid="slide-number"
        >
          {t('carousel.slide', { number: index + 1, count: slides.length })}
        </Box>
        <IconButton aria-label={t('carousel.next')} onClick={() => go(index + 1)}>
          <Icon name="next" />
        </IconButton>
        <IconButton
          aria-label={t(plays ? 'carousel.pause' : 'carousel.play')}
          onClick={() => setPlays(!plays)}
        >
          <Icon name={plays ? 'pause' : 'play'} fontSize="small" />
        </IconButton>
      </Box>
    </Box>
  );
}
