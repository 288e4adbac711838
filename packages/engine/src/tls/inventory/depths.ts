import { fallback, lateVersions, onNewest, scanCommands, weakSignature } from './commands/all-commands.ts';
import { firstChoices, listLegacySuites, onlyPreferred } from './commands/first-choices.ts';
import { scanSuitesInTurn } from './commands/suites-in-turn.ts';
import { scanWeakClasses } from './commands/weak-classes.ts';
import { scanWithoutServerName } from './commands/without-server-name.ts';
import { compareWithReference } from './comparison/comparison.ts';
import { factsOfAll } from './endpoint-facts.ts';
import type { DepthName } from './endpoint-plan.ts';
import type { Learned } from './learned.ts';
import type { FirstResults, ScanCommand } from './scan-command.ts';
import type { ScanSession } from './scan-session.ts';

/** The commands of a depth. */
export interface Depth {
  /** Refused versions are retried even if others were accepted, and the known-good hello is sent at the end. */
  isThorough: boolean;
  commands: readonly ScanCommand[];
  /** For versions that were accepted only at the end. */
  late: readonly ScanCommand[];
  /** At the very end: if it is answered, earlier refusals are no rate limit. */
  last: readonly ScanCommand[];
  /** Facts from all answers together. */
  together: (session: ScanSession, first: FirstResults, learned: readonly Learned[]) => readonly Learned[];
}

const short: Pick<Depth, 'isThorough' | 'late' | 'last' | 'together'> = {
  isThorough: false,
  late: [],
  last: [],
  together: () => [],
};

const withoutServerName: ScanCommand = {
  name: 'without-server-name',
  run: onNewest((session, _, { negotiated: { legacy } }) =>
    scanWithoutServerName(session, legacy[0]?.version ?? 'TLSv1.3'),
  ),
};

/**
 * full: everything; compared: whether the address equals a fully scanned one; light: what one address of a site may
 * have worse than others: versions, suites, SHA-1 signatures, the fallback and the chain; glance: versions, their first
 * choice and the chain; weak: a glance and weak suites; suites: a glance and all suites sequentially.
 */
export const depths: Readonly<Record<DepthName, Depth>> = {
  full: {
    isThorough: true,
    commands: scanCommands,
    late: [lateVersions],
    last: [withoutServerName],
    together: factsOfAll,
  },
  compared: {
    isThorough: true,
    commands: [weakSignature, fallback, { name: 'comparison', run: compareWithReference }],
    late: [],
    last: [withoutServerName],
    together: () => [],
  },
  light: {
    commands: [firstChoices(listLegacySuites), weakSignature, fallback],
    ...short,
  },
  glance: { commands: [firstChoices(onlyPreferred)], ...short },
  weak: { commands: [{ name: 'weak-classes', run: scanWeakClasses }], ...short },
  suites: { commands: [{ name: 'suites-in-turn', run: scanSuitesInTurn }], ...short },
};
