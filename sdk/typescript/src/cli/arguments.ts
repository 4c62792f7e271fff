/** The command line read by the table. */
import { parseArgs } from 'node:util';
import { nearestName } from '@pace/contract';
import { COMMANDS, optionsOf, type Command } from './table.ts';

/** A command line that the table does not have: exit code 2. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}

export interface Given {
  command: Command;
  operands: readonly string[];
  /** @returns whether a switch is there */
  has: (name: string) => boolean;
  text: (name: string) => string | undefined;
  texts: (name: string) => readonly string[];
}

/** @throws WrongUsage */
export function readArguments([name = 'help', ...words]: readonly string[]): Given {
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) {
    const nearest = nearestName(
      name,
      COMMANDS.map((one) => one.name),
    );
    throw new WrongUsage(
      `There is no command "${name}".${nearest === undefined ? '' : ` Did you mean ${nearest}?`} pace help lists all.`,
    );
  }
  const options = optionsOf(command);
  let parsed;
  try {
    parsed = parseArgs({
      args: words,
      allowPositionals: true,
      options: Object.fromEntries(
        options.map((one) => [
          one.name,
          {
            type: one.value === undefined ? ('boolean' as const) : ('string' as const),
            multiple: one.many === true,
            ...(one.short === undefined ? {} : { short: one.short }),
          },
        ]),
      ),
    });
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message}. See pace ${name} --help.`);
  }
  const values = parsed.values as Record<string, string | boolean | string[] | undefined>;
  for (const { name: option, choices } of options) {
    const value = values[option];
    if (choices && typeof value === 'string' && !choices.includes(value))
      throw new WrongUsage(`--${option} is one of ${choices.join(', ')}, not "${value}".`);
  }
  const text = (option: string) => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  const texts = (option: string) => {
    const value = values[option];
    return Array.isArray(value) ? value : [];
  };
  return { command, operands: parsed.positionals, has: (option) => values[option] === true, text, texts };
}

/** @throws WrongUsage where operands are missing, too many or unknown */
export function checkOperands({ command, operands }: Given): void {
  const wanted = command.operands;
  if (operands.length !== wanted.length)
    throw new WrongUsage(
      `pace ${command.name} takes ${wanted.length === 0 ? 'no operand' : wanted.map(({ name }) => name).join(' ')}. See pace ${command.name} --help.`,
    );
  wanted.forEach(({ name, choices }, i) => {
    if (choices && !choices.includes(operands[i]!))
      throw new WrongUsage(`${name} is one of ${choices.join(', ')}, not "${operands[i]}".`);
  });
}

/** @throws WrongUsage where the text is no number */
export function numberOf(text: string, option: string): number {
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(value)) throw new WrongUsage(`--${option} ${text}: "${text}" is no number.`);
  return value;
}
