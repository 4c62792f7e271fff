import common from './common.json';
import landing from './landing.json';
import shell from './shell.json';

/** What the landing page needs; everything else comes with the first page of the product. */
export const texts: Record<string, Record<string, unknown>> = { common, landing, shell };
