import type { MapsFile, Project, MapsResponse } from '@pace/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePartName } from '../../../../ui/usePartName.ts';
import { surfaceOf } from '../../data/mapsChoice.ts';
import { cutAt, heldValues, sweptAngleOf } from './angleCuts.ts';
import { coatedPartsOf } from './materials/coatedParts.ts';
import {
  filledMaterials,
  materialTolerancesOf,
  mediumTolerancesOf,
  usedMaterials,
} from './materials/materialTolerances.ts';
import { differentNames } from './partNames.ts';
import { SharesOverAngle } from './SharesOverAngle.tsx';
import { ToleranceSection } from './ToleranceSection.tsx';
import { toleranceBand } from './tolerances.ts';
import { hasDerivatives, tolerancesOf } from './typedTolerances.ts';
import type { CurvesChoice } from './useCurvesChoice.ts';

interface DesignCurvesProps {
  project: Project;
  file: MapsFile;
  choice: CurvesChoice;
}

/** Of a sector: shares of the parts over the angle, and what tolerances do to the total. */
export function DesignCurves({ project, file, choice }: DesignCurvesProps) {
  const { t } = useTranslation('results');
  if (file.illuminations.length < 2) return null;
  return (
    <Box
      component="section"
      aria-labelledby="design-curves-title"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, minWidth: 0 }}
      data-testid="design-curves"
    >
      <Typography id="design-curves-title" variant="h4" component="h3">
        {t('design.curves.title')}
      </Typography>
      {file.responses ? (
        <Curves {...{ project, file, choice }} responses={file.responses} />
      ) : (
        <Alert severity="info" data-testid="design-no-responses">
          {t('design.curves.tooMany')}
        </Alert>
      )}
    </Box>
  );
}

function Curves({ project, file, choice, responses }: DesignCurvesProps & { responses: MapsResponse[] }) {
  const { t } = useTranslation('results');
  const nameOf = usePartName(project.state.meshReport);
  const names = useMemo(
    () => differentNames(file.parts.map(nameOf), [t('design.curves.total')]),
    [file.parts, nameOf, t],
  );
  const surface = surfaceOf(project);
  const isCoated = surface === 'coated';
  const swept = sweptAngleOf(file.illuminations);
  const held = heldValues(file.illuminations, swept);
  const wanted = choice.heldDeg;
  const heldDeg = wanted !== undefined && held.includes(wanted) ? wanted : held[0]!;
  const cut = useMemo(() => cutAt(file.illuminations, swept, heldDeg), [file.illuminations, swept, heldDeg]);
  const along = useMemo(() => cut.at.map((i) => responses[i]!), [cut, responses]);
  const coated = useMemo(
    () =>
      coatedPartsOf(isCoated ? project.state.materials : null, file.parts, file.frequencyHz, (part) =>
        hasDerivatives(responses, part),
      ),
    [isCoated, project.state.materials, file, responses],
  );
  const used = useMemo(
    () => (isCoated ? usedMaterials(coated.ofLayers) : filledMaterials(file)),
    [isCoated, coated, file],
  );
  const tolerances = useMemo(
    () => [
      ...tolerancesOf(choice.typed, file),
      ...materialTolerancesOf(choice.typedMaterials, coated.ofLayers, file),
      ...mediumTolerancesOf(choice.typedMaterials, file),
    ],
    [choice.typed, choice.typedMaterials, coated, file],
  );
  const band = useMemo(
    () => toleranceBand(along, tolerances, choice.measure),
    [along, tolerances, choice.measure],
  );
  return (
    <>
      <SharesOverAngle {...{ project, file, choice, names, cut, held, along, band }} />
      <ToleranceSection {...{ file, choice, names, surface, coated, used, cut, along, tolerances, band }} />
    </>
  );
}
