// @ts-check
import { chromium } from 'playwright-core';
import { programInPath } from './paths.mjs';
import { Stop } from './say.mjs';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A browser without a window; WebGL is computed, as machines that build have no graphics card. */
export function launchChromium() {
  const program = PROGRAMS.map(programInPath).find(Boolean);
  if (program === undefined)
    throw new Stop(`Chromium is needed: none of ${PROGRAMS.join(', ')} is installed.`);
  return chromium.launch({
    executablePath: program,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--force-color-profile=srgb',
    ],
  });
}
