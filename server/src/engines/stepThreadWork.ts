import { createReadStream } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { StepReader, type StepSummary } from '../mesher/stepFile.ts';

/** In a thread of its own: reads the files that it is told, one after the other. */
parentPort?.on('message', (file: string) => {
  readStepFile(file).then(
    (answer) => parentPort?.postMessage({ answer }),
    (error: unknown) => parentPort?.postMessage({ failure: String(error) }),
  );
});

async function readStepFile(file: string): Promise<StepSummary> {
  const reader = new StepReader();
  // Clear text of ISO 10303-21 is ASCII; latin1 keeps whatever else is in strings harmless.
  for await (const piece of createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    reader.push(piece as string);
    // What is not a STEP file need not be read to its end.
    if (reader.isForeign) break;
  }
  return reader.summary();
}
