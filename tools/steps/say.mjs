// @ts-check

/**
 * One short line of progress.
 * @param {string} text
 */
export function say(text) {
  process.stdout.write(`[pace] ${text}\n`);
}

/** A reason to stop that a person can act on; shown without a stack. */
export class Stop extends Error {}

/**
 * Runs a tool's main function: a Stop is printed as its sentence, everything else with its stack.
 * @param {() => Promise<void>} main
 */
export function runTool(main) {
  main().catch((error) => {
    process.stderr.write(error instanceof Stop ? `[pace] ${error.message}\n` : `${error?.stack ?? error}\n`);
    process.exitCode = 1;
  });
}
