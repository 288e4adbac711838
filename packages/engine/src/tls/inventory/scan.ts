import { settled } from './closed-versions.ts';
import type { Depth } from './depths.ts';
import type { ScanOutcome } from './endpoint-evidence.ts';
import { reconsider13 } from './enumeration/pre-shared.ts';
import { retryClosed } from './first-handshakes.ts';
import { type Learned, versionsIn } from './learned.ts';
import { type FirstAnswers, type Negotiated, acceptsAny, merged, negotiatedIn } from './negotiated.ts';
import { retryRefused } from './refused-versions.ts';
import type { FirstResults, ScanCommand } from './scan-command.ts';
import type { ScanSession } from './scan-session.ts';

const none: FirstAnswers = new Map();

const resultsOf = (answers: FirstAnswers, second: FirstAnswers | Promise<FirstAnswers> = none): FirstResults => ({
  answers,
  negotiated: negotiatedIn(answers),
  second: Promise.resolve(second),
});

/** Runs commands side by side. */
const runAll = (session: ScanSession, commands: readonly ScanCommand[], first: FirstResults): Promise<Learned[]> =>
  Promise.all(commands.map(({ run }) => run(session, first)));

const isOvertaken = (before: Negotiated, now: Negotiated): boolean =>
  now.legacy[0]?.version !== before.legacy[0]?.version || (now.tls13 !== null && before.tls13 === null);

/**
 * Adds versions that were accepted only at the end. If one is newer than the earlier ones, nearly every fact depends on
 * it, so all commands run again, at the speed now known to be necessary.
 */
async function withLate(
  session: ScanSession,
  { commands, late }: Depth,
  learned: readonly Learned[],
  before: FirstResults,
  again: FirstAnswers,
): Promise<{ results: FirstResults; learned: readonly Learned[] }> {
  const now = resultsOf(merged(before.answers, again));
  if (late.length > 0 && isOvertaken(before.negotiated, now.negotiated))
    return { results: now, learned: await runAll(session, commands, now) };
  const more = await runAll(session, late, resultsOf(none, again));
  return { results: before, learned: [...learned, ...more] };
}

const isAnswered = ({ facts }: Learned): boolean =>
  facts?.withoutServerName?.known === true && facts.withoutServerName.value.accepted;

/** Scans an endpoint whose first handshakes were made. */
export async function scanEndpoint(session: ScanSession, depth: Depth, first: FirstAnswers): Promise<ScanOutcome> {
  const { connection } = session.client;
  const isThorough = depth.isThorough || !acceptsAny(first);
  const second = isThorough ? retryRefused(session, first) : Promise.resolve(none);
  const results = resultsOf(acceptsAny(first) ? first : merged(first, await second), second);
  const early = await runAll(session, depth.commands, results);
  const before = merged(results.answers, await second);
  const again = await retryClosed(session, before);
  const { results: final, learned } = await withLate(session, depth, early, { ...results, answers: before }, again);
  const last = await runAll(session, depth.last, resultsOf(merged(before, again)));
  const needsControl = depth.isThorough || connection.health.hadDistress;
  const controlPassed = last.some(isAnswered) || (needsControl ? await connection.control() : acceptsAny(before));
  const inTheEnd = merged(before, controlPassed ? settled(again) : again);
  return {
    answers: depth.isThorough ? await reconsider13(session, inTheEnd, versionsIn(learned)) : inTheEnd,
    learned: [...learned, ...depth.together(session, final, learned), ...last],
    controlPassed,
  };
}
