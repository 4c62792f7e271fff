import type { Project } from '@pace/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { slug } from './slug.ts';

/** The name of a project; one that came with the installation has it in the reader's language. */
export function useProjectName(): (project: Pick<Project, 'name' | 'isDemo'>) => string {
  const { t } = useTranslation('projects');
  return useCallback(
    ({ name, isDemo }) => (isDemo ? t(`demoNames.${slug(name)}`, { defaultValue: name }) : name),
    [t],
  );
}
