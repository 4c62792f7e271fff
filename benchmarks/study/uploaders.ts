/** People who upload a mesh at the same time, as a process of its own; loadServer.ts starts it and says who. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { callerOf, upload, type Person } from './calls.ts';
import type { TimedCall } from './latencies.ts';

const [message] = (await once(process, 'message')) as [{ url: string; people: Person[]; file: string }];
const calls: TimedCall[] = [];
const call = callerOf(message.url, {
  add: (name, milliseconds, error) => calls.push({ name, milliseconds, error }),
});
const content = await readFile(message.file);
await Promise.all(message.people.map((person) => upload(call, person, content)));
process.send?.(calls, () => process.disconnect());
