/** From this width on the model has a column of its own beside the picture. */
export const WIDE = '@media (min-width: 1700px)';

/** Of the model while it stays in sight above a step: leaves room for the step on a phone. */
export const DOCKED_HEIGHT = 'clamp(150px, 22vh, 250px)';

/** Of the view beside the steps; the same while it is loaded, so that nothing below it moves under a finger. */
export function viewHeight({ hasModel, hasArrows }: { hasModel: boolean; hasArrows: boolean }) {
  if (hasModel) return { xs: 600, md: 620 };
  return hasArrows ? 420 : 250;
}
