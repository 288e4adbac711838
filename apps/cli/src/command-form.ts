import { Command, CommanderError, Help, Option } from 'commander';
import { echoed, hintOn, UsageError, type Values } from './argument-values.ts';
import type { Environment } from './context.ts';

/** Terms and what each means, as help lists them. */
export type Rows = Readonly<Record<string, string>>;

/** What stands in a command line: each option's last value and all of them, and what belongs to no option. */
export interface TypedLine {
  values: Values;
  all: (name: string) => readonly string[];
  positionals: readonly string[];
}

/** All that is known of what is typed for a command: help shows it, and shells complete from it. */
export interface CommandForm<T = unknown> {
  /** The arguments after the command's name, one text for each way to use it. */
  usage: readonly string[];
  about?: string;
  /** Options by heading: "-o, --output <file>" and what it does. */
  options: Readonly<Record<string, Rows>>;
  /** Options that are read and not shown. */
  hidden?: readonly string[];
  /** What else its help says, by heading. */
  after?: Readonly<Record<string, Rows | string>>;
  /** Throws UsageError where what was typed makes no sense. */
  read: (parsed: TypedLine, env: Environment, cwd: string) => T | Promise<T>;
}

/** The options that many commands share. */
export const helpRow = { '-h, --help': 'show this help' };
export const colourRow = { '--color <auto|always|never>': 'NO_COLOR and FORCE_COLOR are also supported' };
export const verdictRows = (format: string, hasJson = false): Rows => ({
  '-f, --format <text|json>': format,
  ...(hasJson ? { '--json': 'same as --format json' } : {}),
  ...colourRow,
  ...helpRow,
});

/** Lines are no longer than this, however wide the terminal is. */
const mostColumns = 80;

/** The library's layout, but that terms which are longer than their column have a line to themselves; on a narrow terminal all have. */
const layoutFor = (columns: number): Partial<Help> => ({
  helpWidth: columns,
  minWidthToWrap: 20,
  padWidth: () => (columns < 60 ? 4 : 29),
  optionTerm: ({ short, flags }) => `${short === undefined ? '    ' : ''}${flags.replaceAll(/<(.*)>/gu, '$1')}`,
  formatItem(term, width, text, helper) {
    const isLong = term.length > width;
    const item = Help.prototype.formatItem.call(this, isLong ? ' ' : term, width, text, helper);
    return isLong ? `  ${term}\n${item}` : item;
  },
});

/** An option whose name is its key, as in the table. */
class NamedOption extends Option {
  override negate = false;
  override attributeName(): string {
    return this.name();
  }
}

/** A command as the library knows it. */
export function commandOf(name: string, { usage, about = '', options, hidden = [] }: CommandForm): Command {
  const command = new Command(`perimeter ${name}`.trimEnd())
    .helpOption(false)
    .description(about)
    .usage(usage.join(`\n       perimeter ${name} `))
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
  for (const [heading, rows] of Object.entries(options))
    for (const [flags, text] of Object.entries(rows))
      command.addOption(new NamedOption(flags, text).helpGroup(`${heading}:`));
  for (const flags of hidden) command.addOption(new NamedOption(flags).hideHelp());
  return command;
}

/** What is typed, at most so many columns wide where its words allow it; an option stays with its value. */
function typed(line: string, columns: number, end = ''): string {
  if (line.length <= columns) return line;
  const lines: string[] = [];
  for (const word of line.match(/\S*'[^']*'\S*|\[[^\]]*\]|-{1,2}[a-z-]+ (?!-)\S+|\S+/gu) ?? []) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length === 0 || longer.length + end.length <= columns) lines.splice(-1, 1, longer);
    else lines.push(`  ${word}`);
  }
  return lines.join(`${end}\n`);
}

/** The help on a command; what is to be copied keeps its lines, or goes on behind a backslash. */
export function helpText(name: string, form: CommandForm, terminal = mostColumns): string {
  const columns = Math.min(terminal, mostColumns);
  const layout = layoutFor(columns);
  const helper = Object.assign(new Help(), layout);
  const itemsOf = (rows: Rows): string[] => {
    const width = Math.min(
      helper.padWidth(command, helper),
      Math.max(...Object.keys(rows).map(({ length }) => length)),
    );
    return Object.entries(rows).map(([term, text]) => helper.formatItem(term, width, text, helper));
  };
  const wrapped = (line: string): string =>
    /^(?:perimeter|source) /u.test(line) ? typed(line, columns - 2, ' \\') : helper.boxWrap(line, columns - 2);
  const called = `perimeter ${name}`.trimEnd();
  const usage = form.usage.map((one) =>
    typed(`${called} ${one}`, columns - 7)
      .slice(called.length)
      .replace(/^ /u, '')
      .replaceAll('\n', '\n       '),
  );
  const command = commandOf(name, { ...form, usage }).configureHelp(layout);
  const sections = Object.entries(form.after ?? {}).map(([heading, content]) => {
    const lines =
      typeof content === 'string'
        ? content.split('\n').map((line) => wrapped(line).replaceAll(/^/gmu, '  '))
        : itemsOf(content);
    return `\n${heading}:\n${lines.join('\n')}\n`;
  });
  return `${command.helpInformation().trimEnd()}\n${sections.join('')}`;
}

/** Reads the arguments of a command; throws UsageError where they do not fit its options. */
export function parsedBy(command: Command, args: readonly string[]): TypedLine {
  const lists = new Map<string, readonly string[]>();
  const isKnown = (flag: string): boolean => command.options.some(({ short, long }) => flag === short || flag === long);
  for (const option of command.options.filter(({ required }) => required))
    option.argParser((value: string) => {
      // The library takes any word for a value, and so an option that stands where one was forgotten.
      if (isKnown(value.replace(/=.*$/su, ''))) throw new UsageError(`Missing value for --${option.name()}`);
      lists.set(option.name(), [...(lists.get(option.name()) ?? []), value]);
      return value;
    });
  try {
    const { operands, unknown } = command.parseOptions([...args]);
    const [flag = ''] = unknown.map((one) => one.replace(/=.*$/su, ''));
    if (isKnown(flag)) throw new UsageError(`Option ${flag} takes no value`);
    const names = command.options.map((option) => option.name());
    if (flag !== '')
      throw new UsageError(`Unknown option ${echoed(flag)}${hintOn(flag.replace(/^-+/u, ''), names, '--')}`);
    return { values: command.opts(), all: (name) => lists.get(name) ?? [], positionals: operands };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new UsageError(`Missing value for ${/--[a-z-]+/u.exec(error.message)?.[0] ?? 'an option'}`);
  }
}
