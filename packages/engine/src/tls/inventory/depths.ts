import { lateVersions, onNewest, scanCommands } from './commands/all-commands.ts';
import { readFirstChoices } from './commands/first-choices.ts';
import { scanWithoutServerName } from './commands/without-server-name.ts';
import { factsOfAll } from './endpoint-facts.ts';
import type { Learned } from './learned.ts';
import type { FirstResults, ScanCommand } from './scan-command.ts';
import type { ScanSession } from './scan-session.ts';

/** The commands of a depth. */
export interface Depth {
  /** Refused versions are tried again even where others were accepted, and the known-good hello is sent in the end. */
  isThorough: boolean;
  commands: readonly ScanCommand[];
  /** For versions that were accepted only in the end. */
  late: readonly ScanCommand[];
  /** At the very end: where it is answered, the refusals before it are no rate limit. */
  last: readonly ScanCommand[];
  /** What all answers show together, once they are there. */
  together: (session: ScanSession, first: FirstResults, learned: readonly Learned[]) => readonly Learned[];
}

/** full: all that can be learned; light: versions, their first choice, and the chain. */
export const depths: Readonly<Record<'full' | 'light', Depth>> = {
  full: {
    isThorough: true,
    commands: scanCommands,
    late: [lateVersions],
    last: [
      {
        name: 'without-server-name',
        run: onNewest((session, _, { negotiated: { legacy } }) =>
          scanWithoutServerName(session, legacy[0]?.version ?? 'TLSv1.3'),
        ),
      },
    ],
    together: factsOfAll,
  },
  light: {
    isThorough: false,
    commands: [{ name: 'first-choices', run: readFirstChoices }],
    late: [],
    last: [],
    together: () => [],
  },
};
