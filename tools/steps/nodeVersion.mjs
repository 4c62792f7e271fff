// @ts-check
import { Stop } from './say.mjs';

const OLDEST = /** @type {const} */ ([20, 19]);

/** Stops when this Node is too old for the packages that are locked. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new Stop(
    `Node ${process.versions.node} is too old: Pace needs ${OLDEST.join('.')} or newer. Install it from https://nodejs.org.`,
  );
}
