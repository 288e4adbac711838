import { commandTable, isCommand, unknownCommand } from './arguments.ts';
import { type CommandForm, helpRow, helpText } from './command-form.ts';
import { codeRows, exitCodes } from './exit-codes.ts';

/** The help on all commands, which reads the one that help is asked for. */
export const overview: CommandForm<string> = {
  usage: ['<command> [arguments] [options]'],
  about: `Audits the security of a domain from the outside: DNS, e-mail, TLS, HTTP.

Data goes to stdout; progress and diagnostics go to stderr.`,
  options: { Options: { '-V, --version': 'print the version', ...helpRow } },
  after: {
    Commands: {
      ...Object.fromEntries(
        Object.entries(commandTable).map(([name, { takes, about }]) => [`${name} ${takes}`.trimEnd(), about]),
      ),
      'help [command]': 'show help for a command',
    },
    'Exit codes': codeRows(Object.values(exitCodes)),
  },
  read: ({ positionals: [topic = 'help'] }) => topic,
};

/** The help on a command, for a terminal of so many columns; that of help itself is on all. */
export async function helpOn(name: string, columns?: number): Promise<string> {
  if (name === 'help') return helpText('', overview, columns);
  if (!isCommand(name)) throw await unknownCommand(name);
  return helpText(name, await commandTable[name].form(), columns);
}
