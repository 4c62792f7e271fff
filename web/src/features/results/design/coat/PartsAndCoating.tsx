import { LIMITS, type MapsFile, type Project } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadOnly } from '../../data/readOnly.ts';
import { surfaceOf, type MapsChoice } from '../../data/mapsChoice.ts';
import { PartsTable } from '../PartsTable.tsx';
import { CoatForm } from './CoatForm.tsx';
import { coatLack, isCoatable } from './coating.ts';

interface PartsAndCoatingProps {
  project: Project;
  file: MapsFile;
  /** What these maps were asked for */
  shown: MapsChoice;
}

/** The table of parts; with a layer, parts can be selected and coated in a project of their own. */
export function PartsAndCoating({ project, file, shown }: PartsAndCoatingProps) {
  const { t } = useTranslation('results');
  const readOnly = useReadOnly();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { layer } = shown;
  // A layer on a coating or on a material is none of its layers, and has no project of its own.
  if (!layer || !file.layer || readOnly || surfaceOf(project) !== 'metal')
    return <PartsTable project={project} parts={file.parts} />;
  const lack = coatLack(file);
  const toggle = (number: number) =>
    setSelected((old) => {
      const next = new Set(old);
      if (!next.delete(number)) next.add(number);
      return next;
    });
  return (
    <>
      <PartsTable
        project={project}
        parts={file.parts}
        selection={lack ? undefined : { selected, isSelectable: isCoatable, toggle }}
      />
      {lack ? (
        <Alert severity="info" data-testid="design-coat-lack">
          {t(`design.coat.lack.${lack}`, { most: LIMITS.coatAnglesMax })}
        </Alert>
      ) : (
        <>
          {!file.parts.every(isCoatable) && (
            <Typography variant="body2" data-testid="design-coat-sheets">
              {t('design.coat.sheets')}
            </Typography>
          )}
          <CoatForm {...{ project, file, shown, layer, selected }} />
        </>
      )}
    </>
  );
}
