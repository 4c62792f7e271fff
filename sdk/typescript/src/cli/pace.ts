#!/usr/bin/env node
import { main } from './main.ts';

// A pipe that is closed early, as by head, ends the program without words.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await main(process.argv.slice(2));
