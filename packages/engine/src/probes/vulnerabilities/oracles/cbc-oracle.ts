import { type Observed, seen, unobserved, untested } from '../../../evidence/observed.ts';
import { isSilent, type Reaction, reactionText } from '../../../evidence/vulnerabilities/exchange.ts';
import {
  cbcOraclesIn,
  type CbcOracleTest,
  type MalformedRecord,
  malformedRecords,
} from '../../../evidence/vulnerabilities/flaws/cbc-oracle.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { ask, type SuiteQuestion } from './malformed-record.ts';
import { type Comparison, type Variant, compareReactions, gapOf, rounds } from './rounds.ts';
import { type Negotiated, type Subject, newestWith, withoutHandshake } from '../exchange/subject.ts';
import { algorithmsOf, isSupportedCbc } from '../../../tls/client/keys/suite-algorithms.ts';

type CbcOracle = Observed<CbcOracleTest>;
type SuiteTest = CbcOracleTest['suites'][number];

/** Most suites of one endpoint that are tested: implementations rarely differ by more than the MAC. */
const maxSuites = 2;

const isAes = (suite: number): boolean => algorithmsOf(suite)?.suite.cipher === 'AES';

/** The first suite of each MAC, AES before others. */
function suitesToTry({ suites }: Negotiated): number[] {
  const ordered = [...suites.filter(isAes), ...suites.filter((suite) => !isAes(suite))];
  const byMac = new Map(ordered.toReversed().map((suite) => [algorithmsOf(suite)?.mac, suite]));
  return ordered.filter((suite) => byMac.get(algorithmsOf(suite)?.mac) === suite).slice(0, maxSuites);
}

/** A close without an alert, which may have another cause. */
const isPlainEnd = ([first]: Reaction): boolean =>
  (first?.kind === 'alert' && first.description === 0) || first?.kind === 'closed' || first?.kind === 'reset';

/** Silence to all malformed records is conclusive only if the server answers a correct one. */
async function unlessMute(
  question: SuiteQuestion,
  compared: Comparison<MalformedRecord>,
): Promise<Comparison<MalformedRecord>> {
  const control = await ask(question, 'correct');
  if (isFailure(control)) return { kind: 'failed', failure: control };
  if (!isSilent(control)) return compared;
  return { kind: 'failed', failure: { reason: 'timeout', gap: 'silent-to-records' } };
}

/** Compares all malformed records; if all get only a close or silence, a control must show that these do not happen by themselves. */
async function compare(question: SuiteQuestion): Promise<Comparison<MalformedRecord>> {
  const variants = malformedRecords.map((name): Variant<MalformedRecord> => ({ name, ask: () => ask(question, name) }));
  const compared = await compareReactions(variants);
  if (compared.kind !== 'alike') return compared;
  if (isSilent(compared.reaction)) return unlessMute(question, compared);
  if (!isPlainEnd(compared.reaction)) return compared;
  const control = await ask(question, 'nothing');
  if (isFailure(control)) return { kind: 'failed', failure: control };
  if (reactionText(control) !== reactionText(compared.reaction)) return compared;
  return { kind: 'failed', failure: { reason: 'closed', gap: 'ends-before-records' } };
}

/** Padding oracles in CBC: sends records malformed in several ways, which must all get the same answer. */
export async function testCbcOracle(subject: Subject, signal: AbortSignal): Promise<CbcOracle> {
  const negotiated = newestWith(subject.endpoint, isSupportedCbc);
  if (negotiated === null) return untested(withoutHandshake(subject.endpoint, 'no-cbc-suite'));
  const suites: SuiteTest[] = [];
  let gap: ReturnType<typeof gapOf> | null = null;
  for (const suite of suitesToTry(negotiated)) {
    const compared = await compare({ subject, negotiated, suite, signal });
    if (!('reactions' in compared)) {
      gap ??= gapOf(compared);
      continue;
    }
    const variants = [...compared.reactions].map(([record, acts]) => ({ record, reaction: [...acts] }));
    suites.push({ suite, version: negotiated.version, rounds: compared.kind === 'alike' ? 1 : rounds, variants });
    // One suite is enough as proof.
    if (cbcOraclesIn({ suites }).length > 0) return seen({ suites });
  }
  return gap === null ? seen({ suites }) : unobserved(gap);
}
