import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const THREE_FOR_FIBER = fileURLToPath(new URL('./src/viewer/threeForFiber.ts', import.meta.url));
const FIBER = '/@react-three/fiber/';

/** Gives @react-three/fiber three with a clock that is not deprecated (src/viewer/threeForFiber.ts), in builds, tests and `npm run dev`. */
export function fiberClock(): Plugin {
  return {
    ...redirect(),
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [redirect()] } } }),
  };
}

function redirect() {
  return {
    name: 'fiber-clock',
    enforce: 'pre' as const,
    resolveId: (source: string, importer: string | undefined) =>
      source === 'three' && importer?.replaceAll('\\', '/').includes(FIBER) ? THREE_FOR_FIBER : undefined,
  };
}
