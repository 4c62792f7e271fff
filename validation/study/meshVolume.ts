import { paceOutput } from './programs.ts';

/** What `pace check --json` says of a connected piece. */
interface Component {
  closed: boolean;
  volume_m3: number;
}

/** Volume inside the closed pieces of a mesh [m³]. */
export function meshVolumeM3(mesh: string, metresPerUnit: number): number {
  const report = JSON.parse(
    paceOutput(['check', mesh, '--unit-scale', String(metresPerUnit), '--json', '-']),
  ) as { components: Component[] };
  return report.components
    .filter(({ closed }) => closed)
    .reduce((sum, component) => sum + component.volume_m3, 0);
}
