import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useErrorText } from './ErrorAlert.tsx';

export interface ExportItem {
  id: string;
  text: string;
  save: () => Promise<void>;
}

interface ExportMenuProps {
  title: string;
  items: readonly ExportItem[];
}

/** Files for other programs (docs/formats.md); nothing can be chosen as long as there is no item. */
export function ExportMenu({ title, items }: ExportMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const { enqueueSnackbar } = useSnackbar();
  const errorText = useErrorText();
  const choose = (item: ExportItem) => {
    setAnchor(null);
    setBusy(true);
    item
      .save()
      .catch((error: unknown) => enqueueSnackbar(errorText(error).title, { variant: 'error' }))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={items.length === 0}
        loading={busy}
        onClick={(event) => setAnchor(event.currentTarget)}
        data-testid="plot-export"
      >
        {title}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {items.map((item) => (
          <MenuItem
            key={item.id}
            onClick={() => choose(item)}
            data-testid={`export-${item.id}`}
            sx={{ whiteSpace: 'normal' }}
          >
            {item.text}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
