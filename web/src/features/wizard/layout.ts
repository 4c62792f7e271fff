/** From this width on the model has a column of its own beside the picture. */
export const WIDE = '@media (min-width: 1700px)';
