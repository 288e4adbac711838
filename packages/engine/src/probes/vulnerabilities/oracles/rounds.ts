import type { UnknownBecause } from '../../../evidence/observed.ts';
import { isSilent, onlyText, type Reaction } from '../../../evidence/vulnerabilities/exchange.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';

/** One variant of a test, to be compared with others. */
export interface Variant<N extends string> {
  name: N;
  ask: () => Promise<Reaction | UnknownBecause>;
}

/** The result of a comparison. */
export type Comparison<N extends string> =
  /** All variants got the same answer. */
  | { kind: 'alike'; reaction: Reaction; reactions: ReadonlyMap<N, Reaction> }
  /** Variants got different answers, each the same in every round. */
  | { kind: 'different'; reactions: ReadonlyMap<N, Reaction> }
  /** A variant got different answers between rounds, possibly silence. */
  | { kind: 'unstable'; name: N; hasSilence: boolean }
  | { kind: 'failed'; failure: UnknownBecause };

/** Rounds in which a difference must appear. */
export const rounds = 3;

type Round<N extends string> = ReadonlyMap<N, Reaction> | UnknownBecause;

async function once<N extends string>({ name, ask }: Variant<N>): Promise<[N, Reaction | UnknownBecause]> {
  const first = await ask();
  return [name, isFailure(first) ? await ask() : first];
}

/** The order within a round: sequentially, the queue of a busy server cannot be mistaken for its answer. */
type Pace = 'together' | 'in-turn';

async function askAll<N extends string>(variants: readonly Variant<N>[], pace: Pace) {
  if (pace === 'together') return Promise.all(variants.map(once));
  const answers: [N, Reaction | UnknownBecause][] = [];
  for (const variant of variants) answers.push(await once(variant));
  return answers;
}

async function askRound<N extends string>(variants: readonly Variant<N>[], pace: Pace): Promise<Round<N>> {
  const reactions = new Map<N, Reaction>();
  for (const [name, answer] of await askAll(variants, pace)) {
    if (isFailure(answer)) return answer;
    reactions.set(name, answer);
  }
  return reactions;
}

const isFailedRound = <N extends string>(round: Round<N>): round is UnknownBecause => 'reason' in round;

function instability<N extends string>(seen: readonly ReadonlyMap<N, Reaction>[]): Comparison<N> | null {
  for (const name of seen[0]?.keys() ?? []) {
    const reactions = seen.map((round) => round.get(name) ?? []);
    if (onlyText(reactions) === null) return { kind: 'unstable', name, hasSilence: reactions.some(isSilent) };
  }
  return null;
}

/** The reaction of all variants in all rounds; null where they differ. */
function onlyReaction<N extends string>(seen: readonly ReadonlyMap<N, Reaction>[]): Reaction | null {
  const all = seen.flatMap((round) => [...round.values()]);
  return onlyText(all) === null ? null : (all[0] ?? null);
}

async function compare<N extends string>(
  variants: readonly Variant<N>[],
  { pace, firstRounds, maxRounds }: { pace: Pace; firstRounds: number; maxRounds: number },
): Promise<Comparison<N>> {
  const seen: ReadonlyMap<N, Reaction>[] = [];
  for (let count = 0; count < maxRounds; count += 1) {
    const round = await askRound(variants, pace);
    if (isFailedRound(round)) return { kind: 'failed', failure: round };
    seen.push(round);
    const alike = onlyReaction(seen);
    if (count + 1 === firstRounds && alike !== null) return { kind: 'alike', reaction: alike, reactions: round };
    const unstable = instability(seen);
    if (unstable !== null) return unstable;
  }
  return { kind: 'different', reactions: seen[0] ?? new Map() };
}

/** Why a comparison is inconclusive. */
export const gapOf = (compared: Extract<Comparison<string>, { kind: 'unstable' | 'failed' }>): UnknownBecause =>
  compared.kind === 'failed'
    ? compared.failure
    : { reason: 'malformed', gap: 'answers-changed', values: [compared.name] };

/** True where silence is part of a difference: a queue may have caused it. */
function restsOnSilence<N extends string>(compared: Comparison<N>): boolean {
  if (compared.kind === 'unstable') return compared.hasSilence;
  return compared.kind === 'different' && [...compared.reactions.values()].some(isSilent);
}

/**
 * Tests all variants; if the answers of the first rounds differ, they are tested again, three times in total. A
 * difference by silence must also appear when they run sequentially.
 */
export async function compareReactions<N extends string>(
  variants: readonly Variant<N>[],
  firstRounds: 1 | 2 = 1,
): Promise<Comparison<N>> {
  const compared = await compare(variants, { pace: 'together', firstRounds, maxRounds: rounds });
  if (!restsOnSilence(compared)) return compared;
  const maxRounds = compared.kind === 'different' ? 2 : rounds;
  return compare(variants, { pace: 'in-turn', firstRounds: 1, maxRounds });
}
