import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import SvgIcon from '@mui/material/SvgIcon';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { partCssColor } from './palettes.ts';
import type { ViewerPart } from './types.ts';

const EYE =
  'M12 4.5C7 4.5 2.73 7.61 1 12c1.73 4.39 6 7.5 11 7.5s9.27-3.11 11-7.5c-1.73-4.39-6-7.5-11-7.5M12 17c-2.76 0-5-2.24-5-5s2.24-5 5-5 5 2.24 5 5-2.24 5-5 5m0-8c-1.66 0-3 1.34-3 3s1.34 3 3 3 3-1.34 3-3-1.34-3-3-3';
const EYE_OFF =
  'M12 7c2.76 0 5 2.24 5 5 0 .65-.13 1.26-.36 1.83l2.92 2.92c1.51-1.26 2.7-2.89 3.43-4.75-1.73-4.39-6-7.5-11-7.5-1.4 0-2.74.25-3.98.7l2.16 2.16C10.74 7.13 11.35 7 12 7M2 4.27l2.28 2.28.46.46C3.08 8.3 1.78 10.02 1 12c1.73 4.39 6 7.5 11 7.5 1.55 0 3.03-.3 4.38-.84l.42.42L19.73 22 21 20.73 3.27 3z';

interface Props {
  parts: readonly ViewerPart[];
  colorOfPart?: ReadonlyMap<number, number> | undefined;
  hidden: ReadonlySet<number>;
  onHidden: (hidden: ReadonlySet<number>) => void;
  selected: readonly number[];
  onSelect?: ((part: number) => void) | undefined;
}

/** Colour and name of every part, to hide it, to see it alone, or to select it. */
export function PartList({ parts, colorOfPart, hidden, onHidden, selected, onSelect }: Props) {
  const { t, i18n } = useTranslation('viewer');
  const toggle = (part: number) => {
    const next = new Set(hidden);
    if (!next.delete(part)) next.add(part);
    onHidden(next);
  };
  const isolate = (part: number) =>
    onHidden(new Set(parts.filter(({ index }) => index !== part).map(({ index }) => index)));
  const isAlone = (part: number) => !hidden.has(part) && hidden.size === parts.length - 1 && parts.length > 1;
  return (
    <Box
      data-testid="part-list"
      sx={{
        position: 'absolute',
        top: 8,
        left: 8,
        width: 'min(290px, calc(100% - 16px))',
        maxHeight: 'calc(100% - 90px)',
        overflowY: 'auto',
        bgcolor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        p: 1,
      }}
      tabIndex={0}
      role="group"
      aria-label={t('parts.title')}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {t('parts.title')}
        </Typography>
        <Button
          size="small"
          disabled={hidden.size === 0}
          onClick={() => onHidden(new Set())}
          data-testid="parts-show-all"
        >
          {t('parts.showAll')}
        </Button>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {parts.map(({ index, name, triangles }) => {
          const isHidden = hidden.has(index);
          const title = name === '' ? t('parts.name', { n: index }) : name;
          return (
            <Box
              component="li"
              key={index}
              sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 36 }}
            >
              <Box
                aria-hidden
                sx={{
                  width: 12,
                  height: 12,
                  borderRadius: 0.5,
                  flex: 'none',
                  bgcolor: partCssColor(colorOfPart?.get(index) ?? index),
                  opacity: isHidden ? 0.3 : 1,
                }}
              />
              <Box
                component={onSelect ? 'button' : 'span'}
                {...(onSelect && {
                  type: 'button',
                  'aria-pressed': selected.includes(index),
                  onClick: () => onSelect(index),
                })}
                sx={{
                  flex: 1,
                  minWidth: 0,
                  textAlign: 'left',
                  border: 0,
                  bgcolor: 'transparent',
                  color: 'text.primary',
                  font: 'inherit',
                  fontSize: 13,
                  cursor: onSelect ? 'pointer' : 'default',
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                  fontWeight: selected.includes(index) ? 700 : 400,
                  py: 0.5,
                  borderRadius: 0.5,
                }}
                title={t('parts.about', { name: title, triangles: triangles.toLocaleString(i18n.language) })}
                data-testid={`part-${index}`}
              >
                {title}
              </Box>
              <Button
                size="small"
                color="inherit"
                sx={{ minWidth: 0, px: 0.75, minHeight: 28, fontSize: 12 }}
                aria-pressed={isAlone(index)}
                aria-label={t(isAlone(index) ? 'parts.showAll' : 'parts.isolateLabel', { name: title })}
                onClick={() => (isAlone(index) ? onHidden(new Set()) : isolate(index))}
                data-testid={`part-isolate-${index}`}
              >
                {t('parts.isolate')}
              </Button>
              <IconButton
                size="small"
                aria-pressed={!isHidden}
                aria-label={t('parts.shown', { name: title })}
                onClick={() => toggle(index)}
                data-testid={`part-hide-${index}`}
              >
                <SvgIcon sx={{ fontSize: 18 }}>
                  <path d={isHidden ? EYE_OFF : EYE} />
                </SvgIcon>
              </IconButton>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
