import { formNames } from '@perimeter/report/forms/forms';
import { checkIds } from '@perimeter/engine/modules/registry';
import { type CommandName, commands, commandTable, isCommand } from '../../arguments.ts';
import { commandOf } from '../../command-form.ts';
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

const formats = ['table', 'json', 'jsonl', ...formNames];

/** The options of a command, from the table that it reads its arguments by. */
const flagsOf = async (command: CommandName): Promise<Flag[]> =>
  commandOf(command, await commandTable[command].form())
    .options.filter(({ hidden }) => hidden !== true)
    .map((option) => ({
      name: option.name(),
      short: option.short?.slice(1) ?? null,
      values: /<FORMAT/u.test(option.flags) ? formats : (/<(.+\|.+)>/u.exec(option.flags)?.[1]?.split('|') ?? []),
    }));

/** What follows commands that take words before files, or no files. */
const wordsAfter: Readonly<Record<string, () => Pick<CommandWords, 'next' | 'later'>>> = {
  accept: () => ({ next: ['add', 'list', 'prune'], later: checkIds }),
  baseline: () => ({ next: ['create', 'check', 'prune'], later: null }),
  schema: () => ({ next: ['report', 'config'], later: [] }),
  completion: () => ({ next: shells, later: [] }),
  explain: () => ({ next: checkIds, later: [] }),
  help: () => ({ next: commands, later: [] }),
  report: () => ({ next: ['convert'], later: null }),
};

/** What shells complete. */
export const commandWords = async (): Promise<CommandWords[]> =>
  Promise.all(
    commands.map(async (command) => ({
      command,
      flags: isCommand(command) ? await flagsOf(command) : [],
      ...(wordsAfter[command]?.() ?? { next: null, later: null }),
    })),
  );
