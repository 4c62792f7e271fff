/** With more waves than this the polarization is drawn at the first one only. */
export const POLARIZATIONS_DRAWN = 40;
