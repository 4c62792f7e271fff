#!/usr/bin/env node
import { main } from './main.ts';

// A pipe that is closed early, as by head, ends the program without words.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`pace: The output could not be written: ${error.message}\n`);
  process.exit(1);
});
process.exitCode = await main(process.argv.slice(2));
