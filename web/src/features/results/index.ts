export { ProjectOverview } from './ProjectOverview.tsx';
export { ReadOnly } from './readOnly.ts';
export { useFollowedProject } from './useFollowedProject.ts';
