import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { ProjectRow } from '@pace/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons.tsx';
import { useProjectName } from '../../ui/useProjectName.ts';
import { hasWords } from '../../ui/searchText.ts';

/** Projects whose name, program type or model file has every word of the search. */
export function useFoundProjects(projects: ProjectRow[], search: string): ProjectRow[] {
  const { t } = useTranslation('projects');
  const nameOf = useProjectName();
  return projects.filter(({ name, isDemo, programType, state }) =>
    hasWords(
      [nameOf({ name, isDemo }), t(`type.${programType}`), state.model?.fileName ?? ''].join(' '),
      search,
    ),
  );
}

interface Props {
  value: string;
  onChange: (search: string) => void;
  found: number;
}

export function ProjectSearch({ value, onChange, found }: Props) {
  const { t } = useTranslation('projects');
  return (
    <TextField
      type="search"
      label={t('search')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      helperText={value.trim() === '' ? ' ' : t('found', { count: found })}
      sx={{ maxWidth: 420, mb: 1 }}
      slotProps={{
        htmlInput: { 'data-testid': 'project-search' },
        formHelperText: { role: 'status' },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Icon name="search" fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
