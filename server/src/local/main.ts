/**
 * Mesher and solver in a folder, without a server; `pace local` calls it (docs/sdk/command-line.md).
 *
 *   main.ts library                 prints the library of materials as JSON
 *   main.ts mesh FOLDER MODEL       reads mesher.json (LocalMesher) and prints the report of the mesh as JSON
 *   main.ts solve FOLDER            reads input.json (LocalInput), writes job.json and results/
 *
 * Progress and notices are lines on standard error. What fails is `{"code", "detail"}` on standard output, and exit code 1.
 */
import { mkdir } from 'node:fs/promises';
import { MATERIAL_LIBRARY } from '../materials/library.ts';
import { Problem } from '../problem.ts';
import { EngineError } from '../engines/index.ts';
import { meshLocally, solveLocally } from './run.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const print = (value: unknown) => console.log(JSON.stringify(value));
const note = (text: string) => console.error(text);

try {
  const [verb, folder, model] = process.argv.slice(2);
  if (verb === 'library') print(MATERIAL_LIBRARY);
  else if (verb === 'mesh' && folder !== undefined && model !== undefined) {
    await mkdir(folder, { recursive: true });
    print(await meshLocally(folder, model, { signal: stop.signal, note }));
  } else if (verb === 'solve' && folder !== undefined) {
    await solveLocally(folder, { signal: stop.signal, note });
    print({});
  } else throw new Error('Usage: main.ts library | mesh FOLDER MODEL | solve FOLDER');
} catch (error) {
  const { code, detail } =
    error instanceof Problem || error instanceof EngineError
      ? error
      : { code: 'FAILED', detail: error instanceof Error ? error.message : String(error) };
  print({ code, detail });
  process.exitCode = 1;
}
