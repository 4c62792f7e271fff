import { useTranslation } from 'react-i18next';
import type { IncidentChoice } from './useIncident.ts';
import { ValueSelect } from './ValueSelect.tsx';

/** Incident V or H of a run of both polarizations; nothing of others. */
export function IncidentSelect({
  choice: { incident, values, set },
  testId,
}: {
  choice: IncidentChoice;
  testId: string;
}) {
  const { t } = useTranslation('results');
  if (incident === undefined) return null;
  return (
    <ValueSelect
      label={t('incident.label')}
      value={incident}
      values={values}
      text={(one) => t(`incident.${one}`)}
      onChange={set}
      testId={testId}
    />
  );
}
