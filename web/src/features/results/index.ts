export { ProjectOverview } from './overview/ProjectOverview.tsx';
export { ReadOnly } from './data/readOnly.ts';
export { useFollowedProject } from './runs/useFollowedProject.ts';
