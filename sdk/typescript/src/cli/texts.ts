/** Help, completion and the manual page, all of the table. */
import { VERSION } from '../version.ts';
import {
  COMMANDS,
  COMMON_OPTIONS,
  ENVIRONMENT,
  EXIT_CODES,
  optionsOf,
  type Command,
  type Option,
} from './table.ts';

const usageOf = ({ name, operands }: Command) =>
  ['pace', name, ...operands.map((one) => one.choices?.join('|') ?? one.name), '[OPTIONS]'].join(' ');

const flagOf = ({ name, short, value }: Option) =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;

const meaningOf = ({ summary, choices }: Option) =>
  choices === undefined ? summary : `${summary} (${choices.join(', ')})`;

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}

export const helpText = (): string =>
  `pace ${VERSION}: radar cross section by a Pace server

Usage: pace COMMAND [OPTIONS]

Commands:
${columns(COMMANDS.map(({ name, summary }) => [name, summary]))}

Of every command:
${columns(COMMON_OPTIONS.map((one) => [flagOf(one), meaningOf(one)]))}
  --version shows the version.

Exit codes:
${columns(EXIT_CODES.map(([code, meaning]) => [String(code), meaning]))}
`;

export const commandHelp = (command: Command): string =>
  `${command.summary}.

Usage: ${usageOf(command)}

Options:
${columns(optionsOf(command).map((one) => [flagOf(one), meaningOf(one)]))}

Examples:
${command.examples.map((one) => `  ${one}`).join('\n')}
`;

const flagsOf = (command: Command) => optionsOf(command).map(({ name }) => `--${name}`);

export function bashCompletion(): string {
  const choices = COMMANDS.flatMap((command) =>
    optionsOf(command).flatMap(({ name, choices: some }) =>
      some ? [`    ${command.name}:--${name}) words="${some.join(' ')}" ;;`] : [],
    ),
  );
  const words = COMMANDS.map((command) => {
    const operands = command.operands.flatMap((one) => one.choices ?? []);
    return `      ${command.name}) words="${[...operands, ...flagsOf(command)].join(' ')}" ;;`;
  });
  return `# bash completion of pace ${VERSION}
_pace() {
  local words="" word="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${COMMANDS.map(({ name }) => name).join(' ')} --help --version" -- "$word"))
    return
  fi
  case "$command:\${COMP_WORDS[COMP_CWORD-1]}" in
${choices.join('\n')}
    *:--output|*:-o) ;;
    *) case "$command" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _pace pace
`;
}

/** In single quotes of zsh, without what _arguments takes for signs of its own. */
const zshText = (text: string) => text.replaceAll(/[[\]:'\\]/g, ' ');

export function zshCompletion(): string {
  const cases = COMMANDS.map((command) => {
    const options = optionsOf(command).map(({ name, value, choices, many, summary }) => {
      const values =
        value === undefined ? '' : `:${zshText(value)}:${choices ? `(${choices.join(' ')})` : '_files'}`;
      return `'${many ? '*' : ''}--${name}[${zshText(summary)}]${values}'`;
    });
    const operands = command.operands.map(
      ({ name, choices }, i) => `'${i + 1}:${name}:${choices ? `(${choices.join(' ')})` : '_files'}'`,
    );
    return `    ${command.name}) _arguments ${[...options, ...operands].join(' ')} ;;`;
  });
  return `#compdef pace
# zsh completion of pace ${VERSION}
_pace() {
  if (( CURRENT == 2 )); then
    local -a commands=(${COMMANDS.map(({ name, summary }) => `'${name}:${zshText(summary)}'`).join(' ')})
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _pace pace
`;
}

/** Troff reads ASCII, and other characters by their numbers. */
const roff = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^\./, '\\&.')
    .replaceAll(
      /[^\x20-\x7e]/g,
      (one) => `\\[u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );

export function manualPage(): string {
  const items = (rows: readonly (readonly [string, string])[]) =>
    rows.map(([left, right]) => `.TP\n.B ${roff(left)}\n${roff(right)}`).join('\n');
  const commands = COMMANDS.map(
    (command) => `.SS ${roff(usageOf(command))}
${roff(command.summary)}.
${items(command.options.map((one) => [flagOf(one), meaningOf(one)]))}
.PP
${command.examples.map((one) => `.EX\n${roff(one)}\n.EE`).join('\n')}`,
  );
  return `.TH PACE 1 "" "pace ${VERSION}" "Pace"
.SH NAME
pace \\- radar cross section by a Pace server
.SH SYNOPSIS
.B pace
COMMAND [OPTIONS]
.SH COMMANDS
${commands.join('\n')}
.SH OPTIONS OF EVERY COMMAND
${items(COMMON_OPTIONS.map((one) => [flagOf(one), meaningOf(one)]))}
.SH ENVIRONMENT
${items(ENVIRONMENT)}
.SH EXIT STATUS
${items(EXIT_CODES.map(([code, meaning]) => [String(code), meaning]))}
`;
}
