import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icons.tsx';

const KEY_STEP_PX = 24;
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Props {
  title: string;
  onClose: () => void;
  testId?: string;
  children: ReactNode;
}

/** A dialog that can be moved aside by its title, with the mouse, a finger or the arrow keys. */
export function DraggableDialog({ title, onClose, testId, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const grip = useRef<{ x: number; y: number } | null>(null);
  const paper = useRef<HTMLDivElement>(null);

  /** Keeps the title on the screen. */
  const move = (dx: number, dy: number) =>
    setPlace(({ x, y }) => {
      const box = paper.current?.getBoundingClientRect();
      if (!box) return { x, y };
      const keep = 80;
      const left = Math.min(Math.max(box.left + dx, keep - box.width), window.innerWidth - keep);
      const top = Math.min(Math.max(box.top + dy, 0), window.innerHeight - keep);
      return { x: x + left - box.left, y: y + top - box.top };
    });
  const hold = (event: PointerEvent<HTMLElement>) => {
    grip.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!grip.current) return;
    move(event.clientX - grip.current.x, event.clientY - grip.current.y);
    grip.current = { x: event.clientX, y: event.clientY };
  };
  const moveByKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    move(step[0] * KEY_STEP_PX, step[1] * KEY_STEP_PX);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      aria-labelledby={id}
      data-testid={testId}
      slotProps={{
        paper: { ref: paper, sx: { transform: `translate(${place.x}px, ${place.y}px)` } },
        backdrop: { sx: { bgcolor: 'rgba(0, 0, 0, 0.25)' } },
      }}
    >
      <DialogTitle
        id={id}
        onPointerDown={hold}
        onPointerMove={drag}
        onPointerUp={() => (grip.current = null)}
        sx={{
          cursor: 'move',
          touchAction: 'none',
          userSelect: 'none',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
        }}
      >
        <Box component="span" sx={{ flex: 1 }}>
          {title}
        </Box>
        <Box
          component="button"
          type="button"
          aria-label={t('moveDialog')}
          onKeyDown={moveByKey}
          data-testid="dialog-grip"
          sx={{
            border: 0,
            bgcolor: 'transparent',
            color: 'text.secondary',
            cursor: 'move',
            p: 0.5,
            lineHeight: 0,
            borderRadius: 0.5,
          }}
        >
          <Icon name="move" fontSize="small" />
        </Box>
      </DialogTitle>
      {children}
    </Dialog>
  );
}
