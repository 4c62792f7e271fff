/** From this width on the model has a column of its own beside the picture. */
export const WIDE = '@media (min-width: 1700px)';

/** Of the model while it stays in sight above a step: leaves room for the step on a phone. */
export const DOCKED_HEIGHT = 'clamp(150px, 22vh, 250px)';
