import { english, saidIn } from '../../src/index.ts';

/** What a complaint of a schema says in English. @throws Error if it is no message of the catalogue */
export function sentence({ message }: { message: string }): string {
  const said = saidIn(message);
  if (!said) throw new Error(`Not a message: ${message}`);
  return english(said);
}
