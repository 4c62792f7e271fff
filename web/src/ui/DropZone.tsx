import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState, type DragEvent } from 'react';
import { Icon } from './icons.tsx';
import { visuallyHidden } from './visuallyHidden.ts';

interface Props {
  /** Extensions for the file dialog, comma-separated */
  accept: string;
  label: string;
  onFile: (file: File) => void;
  testId?: string;
}

/** Takes one file, by a dialog or dropped on it. */
export function DropZone({ accept, label, onFile, testId }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <Box
      component="label"
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 0.5,
        p: 3,
        cursor: 'pointer',
        textAlign: 'center',
        borderRadius: 1,
        border: 1,
        borderStyle: 'dashed',
        borderColor: over ? 'primary.main' : 'divider',
        bgcolor: over ? 'action.hover' : 'transparent',
        '&:hover': { borderColor: 'primary.main' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <input
        type="file"
        accept={accept}
        data-testid={testId}
        style={visuallyHidden}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file chosen again must count as a change.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <Icon name="upload" sx={{ color: 'primary.main' }} />
      <Typography variant="body2">{label}</Typography>
    </Box>
  );
}
