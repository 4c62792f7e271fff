import ButtonBase from '@mui/material/ButtonBase';

/** The name of a part in a list, which chooses it as a click in the picture does; with Shift, all up to it. */
export function PartButton({
  name,
  picked,
  onToggle,
}: {
  name: string;
  picked: boolean;
  onToggle: (shift: boolean) => void;
}) {
  return (
    <ButtonBase
      aria-pressed={picked}
      onClick={(event) => onToggle(event.shiftKey)}
      sx={{
        display: 'block',
        textAlign: 'left',
        font: 'inherit',
        fontSize: 14,
        fontWeight: 600,
        minHeight: 24,
        overflowWrap: 'anywhere',
        userSelect: 'none',
        borderRadius: 0.5,
        '&:hover': { color: 'primary.main' },
        '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      {name}
    </ButtonBase>
  );
}
