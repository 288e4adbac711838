import type { NetFailure } from '../../evidence/observed.ts';
import { isSilent, onlyText, type Reaction, reactionText } from '../../evidence/vulnerabilities/exchange.ts';
import { isFailure } from '../../tls/client/first-flight.ts';

/** One way of asking, to be compared with others. */
export interface Variant<N extends string> {
  name: N;
  ask: () => Promise<Reaction | NetFailure>;
}

/** What became of a comparison. */
export type Comparison<N extends string> =
  /** All variants were answered alike. */
  | { kind: 'alike'; reaction: Reaction; reactions: ReadonlyMap<N, Reaction> }
  /** Variants were answered differently, each of them in the same way in every round. */
  | { kind: 'different'; reactions: ReadonlyMap<N, Reaction> }
  /** A variant was not answered in the same way every time. */
  | { kind: 'unstable'; detail: string }
  | { kind: 'failed'; failure: NetFailure };

/** A difference must be seen so many times, and without exception. */
export const rounds = 3;

type Round<N extends string> = ReadonlyMap<N, Reaction> | NetFailure;

async function once<N extends string>({ name, ask }: Variant<N>): Promise<[N, Reaction | NetFailure]> {
  const first = await ask();
  return [name, isFailure(first) ? await ask() : first];
}

/** How a round is asked: one after the other, a busy server's queue cannot be taken for its answer. */
type Pace = 'together' | 'in-turn';

async function askAll<N extends string>(variants: readonly Variant<N>[], pace: Pace) {
  if (pace === 'together') return Promise.all(variants.map(once));
  const answers: [N, Reaction | NetFailure][] = [];
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

const isFailedRound = <N extends string>(round: Round<N>): round is NetFailure => 'reason' in round;

function instability<N extends string>(seen: readonly ReadonlyMap<N, Reaction>[]): string | null {
  for (const name of seen[0]?.keys() ?? []) {
    const texts = new Set(seen.map((round) => reactionText(round.get(name) ?? [])));
    if (texts.size > 1) return `${name}: ${[...texts].join(' / ')}`;
  }
  return null;
}

/** The reaction that all variants had in all rounds, or null. */
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
    const detail = instability(seen);
    if (detail !== null) return { kind: 'unstable', detail };
  }
  return { kind: 'different', reactions: seen[0] ?? new Map() };
}

/** Why a comparison says nothing. */
export const gapOf = (
  compared: Extract<Comparison<string>, { kind: 'unstable' | 'failed' }>,
): [reason: NetFailure['reason'], detail: string] =>
  compared.kind === 'failed'
    ? [compared.failure.reason, compared.failure.detail]
    : ['malformed', `Answers changed from round to round (${compared.detail})`];

/** True where silence is part of a difference: it may have been the queue that was silent. */
function restsOnSilence<N extends string>(compared: Comparison<N>): boolean {
  if (compared.kind === 'unstable') return compared.detail.includes('silence');
  return compared.kind === 'different' && [...compared.reactions.values()].some(isSilent);
}

/**
 * Asks all variants; where the answers differ in the first rounds they are asked again, in all three times. A difference by
 * silence must be there as well when they are asked one after the other.
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
