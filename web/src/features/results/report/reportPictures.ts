import type { heatMapPicture, linePicture, polarPicture } from '../../../plots/plotPicture.ts';
import type { meshPicture } from '../../../viewer/meshPicture.ts';

/** What draws for paper; each gives the data: address of a PNG. */
export interface ReportPictures {
  line: typeof linePicture;
  polar: typeof polarPicture;
  heatMap: typeof heatMapPicture;
  /** Undefined without WebGL */
  mesh: typeof meshPicture;
}

/** Large, so loaded when a report is made. */
export async function loadPictures(): Promise<ReportPictures> {
  const [plots, viewer] = await Promise.all([
    import('../../../plots/plotPicture.ts'),
    import('../../../viewer/meshPicture.ts'),
  ]);
  return {
    line: plots.linePicture,
    polar: plots.polarPicture,
    heatMap: plots.heatMapPicture,
    mesh: viewer.meshPicture,
  };
}
