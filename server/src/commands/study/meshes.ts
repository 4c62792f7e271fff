import { meshKeyOf, type Settings } from '@pace/contract';
import type { StudyBase } from '../../storage/schema.ts';

/** Which meshes the variants of a study need beside that of the base. */
export function meshesOf(base: StudyBase, settings: readonly Settings[]) {
  const ofBase = meshKeyOf(base.settings, base.facts);
  const keyOf = (one: Settings) => meshKeyOf(one, base.facts);
  /** Its mesh is not that of a project that is there. */
  const isMade = (one: Settings) => one.model === undefined && keyOf(one) !== ofBase;
  return { keyOf, isMade, count: new Set(settings.filter(isMade).map(keyOf)).size };
}
