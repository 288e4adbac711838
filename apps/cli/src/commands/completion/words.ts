import { formNames } from '@perimeter/report/forms/forms';
import { modules } from '@perimeter/engine/modules/registry';
import { commands } from '../../arguments.ts';
import { helpOn } from '../../help.ts';
import { shells } from '../../offline/arguments.ts';

/** An option as its help describes it. */
interface Flag {
  name: string;
  /** Its short form. */
  short: string | null;
  /** Its values, if they are a closed list. */
  values: readonly string[];
}

/** A command, its options, and the words that can follow: the next one, and later ones; null: files. */
export interface CommandWords {
  command: string;
  flags: readonly Flag[];
  next: readonly string[] | null;
  later: readonly string[] | null;
}

// Only at the start of a line, because descriptions name options too.
const flagLine = /^ {2,6}(?:-(?<short>\w), )?--(?<name>[a-z][a-z-]*)(?: (?<values>[a-zA-Z+-]+(?:\|[a-zA-Z+-]+)+))?/u;

const formats = (): string[] => ['table', 'json', 'jsonl', ...formNames];

/** The options in a command's help, so that help and completion share one list. */
function flagsOf(topic: string): Flag[] {
  const found = (helpOn(topic) ?? '').split('\n').flatMap((line): Flag[] => {
    const { name, short = null, values } = flagLine.exec(line)?.groups ?? {};
    return name === undefined
      ? []
      : [{ name, short, values: values?.split('|') ?? (/--format FORMAT/u.test(line) ? formats() : []) }];
  });
  return [...new Map(found.map((flag) => [flag.name, flag])).values()];
}

const checkIds = (): string[] => modules.flatMap(({ checks }) => checks.map(({ id }) => id));

/** What follows commands that take words before files, or no files. */
const wordsAfter: Readonly<Record<string, () => Pick<CommandWords, 'next' | 'later'>>> = {
  accept: () => ({ next: ['add', 'list', 'prune'], later: checkIds() }),
  baseline: () => ({ next: ['create', 'check', 'prune'], later: null }),
  schema: () => ({ next: ['report', 'config'], later: [] }),
  completion: () => ({ next: shells, later: [] }),
  explain: () => ({ next: checkIds(), later: [] }),
  help: () => ({ next: commands, later: [] }),
  report: () => ({ next: ['convert'], later: null }),
};

/** What shells complete. */
export const commandWords = (): CommandWords[] =>
  commands.map((command) => ({
    command,
    flags: command === 'help' ? [] : flagsOf(command),
    ...(wordsAfter[command]?.() ?? { next: null, later: null }),
  }));
