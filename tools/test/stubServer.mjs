// @ts-check
/** Stands for the server: ends in good order when it is told to, or when who started it is gone. */
import { writeFileSync } from 'node:fs';
import { followStarter } from '../../server/src/followStarter.ts';

const file = process.env['STUB_FILE'] ?? '';
/** @param {string} state */
const write = (state) =>
  writeFileSync(file, JSON.stringify({ state, pid: process.pid, starter: process.ppid }));
const stop = () => {
  write('stopped');
  process.exit(0);
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
followStarter(stop);
setInterval(() => undefined, 1000);
write('ready');
