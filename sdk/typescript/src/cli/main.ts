/** `pace`: one command, its output and its exit code. */
import { ConnectionLost, PaceError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { ACTIONS, connected } from './actions.ts';
import { checkOperands, readArguments, WrongUsage } from './arguments.ts';
import { commandHelp, helpText } from './texts.ts';

/** See EXIT_CODES of the table. */
function exitCodeOf(error: unknown): number {
  if (error instanceof WrongUsage) return 2;
  if (!(error instanceof PaceError)) return 1;
  if (error.status !== undefined || error instanceof ConnectionLost) return 3;
  if (error.name === 'AccessKeyError') return 3;
  // What the client refuses before the server is asked.
  return error.name === 'InvalidInput' ? 2 : 1;
}

/** @param words  behind `pace` @returns the exit code */
export async function main(words: readonly string[]): Promise<number> {
  const isJson = words.includes('--json');
  let secret = process.env['PACE_KEY'] ?? '';
  // Nothing that is printed has the key in it, whatever a server or a file put into its words.
  const withoutKey = (text: string) => (secret === '' ? text : text.replaceAll(secret, 'pace_…'));
  const say = (text: string) => process.stderr.write(withoutKey(`pace: ${text}\n`));
  const print = (text: string) =>
    process.stdout.write(withoutKey(text === '' || text.endsWith('\n') ? text : `${text}\n`));
  let interrupted = () => 'Interrupted.';
  process.once('SIGINT', () => {
    say(interrupted());
    process.exit(130);
  });
  try {
    if (words[0] === '--version') {
      print(VERSION);
      return 0;
    }
    if (words[0] === '--help' || words[0] === '-h') {
      print(helpText());
      return 0;
    }
    const given = readArguments(words);
    if (given.has('help')) {
      print(commandHelp(given.command));
      return 0;
    }
    checkOperands(given);
    const action = ACTIONS[given.command.name];
    if (!action) throw new WrongUsage(`There is no command "${given.command.name}".`);
    const useKey = (key: string) => {
      secret = key;
    };
    const { text, json } = await action(given, {
      useKey,
      client: () => connected(given, useKey),
      note: say,
      onInterrupt: (sentence) => {
        interrupted = sentence;
      },
    });
    print(isJson ? JSON.stringify(json) : text);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (isJson) {
      const of =
        error instanceof PaceError
          ? { code: error.code, detail: error.detail, issues: error.issues }
          : { code: error instanceof WrongUsage ? 'USAGE' : 'FAILED', detail: message, issues: [] };
      print(JSON.stringify({ error: of }));
    }
    say(message);
    return exitCodeOf(error);
  }
}
