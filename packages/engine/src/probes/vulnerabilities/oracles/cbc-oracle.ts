import type { CbcFlaw } from '@perimeter/protocols/tls/records/cbc-plaintext';
import { contentTypes } from '@perimeter/protocols/tls/records/record';
import { type Observed, seen, type UnknownBecause, unobserved, untested } from '../../../evidence/observed.ts';
import { isSilent, type Reaction, reactionText } from '../../../evidence/vulnerabilities/exchange.ts';
import {
  cbcOraclesIn,
  type CbcOracleTest,
  type MalformedRecord,
  malformedRecords,
} from '../../../evidence/vulnerabilities/flaws/cbc-oracle.ts';
import { isFailure } from '../../../tls/client/first-flight.ts';
import { complete } from '../../../tls/client/handshake.ts';
import { shortRequestFor } from '../exchange/http-request.ts';
import { reactionOf } from '../exchange/reaction.ts';
import { type Comparison, type Variant, compareReactions, gapOf, rounds } from './rounds.ts';
import { type Negotiated, type Subject, meetWith, newestWith, withoutHandshake } from '../exchange/subject.ts';
import { algorithmsOf, isSupportedCbc } from '../../../tls/client/keys/suite-algorithms.ts';

type CbcOracle = Observed<CbcOracleTest>;
type SuiteTest = CbcOracleTest['suites'][number];

/** How each malformed record is made. */
const malformed = {
  'wrong-mac': { flaw: 'wrong-mac', isEmpty: false },
  'no-mac-wrong-padding': { flaw: 'no-mac-wrong-padding', isEmpty: false },
  'wrong-padding': { flaw: 'wrong-padding', isEmpty: false },
  'no-mac-only-padding': { flaw: 'no-mac-only-padding', isEmpty: false },
  'empty-wrong-mac': { flaw: 'wrong-mac', isEmpty: true },
  'empty-wrong-padding': { flaw: 'wrong-padding', isEmpty: true },
} as const satisfies Record<MalformedRecord, { flaw: CbcFlaw; isEmpty: boolean }>;

const correct = { flaw: 'none', isEmpty: false } as const satisfies { flaw: CbcFlaw; isEmpty: boolean };

/** Suites of one endpoint that are tried: implementations differ by MAC, seldom by more. */
const maxSuites = 2;

interface Question {
  subject: Subject;
  negotiated: Negotiated;
  suite: number;
  signal: AbortSignal;
}

/** What is sent to compare with: a correct record, or none, which shows what the server does by itself. */
type Control = 'correct' | 'nothing';

/** The server's answer to one malformed record, or to a control. */
async function ask(
  { subject, negotiated, suite, signal }: Question,
  kind: MalformedRecord | Control,
): Promise<Reaction | UnknownBecause> {
  const { version } = negotiated;
  const met = await meetWith(subject, { version, suites: [suite], serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  const { client, flight } = met;
  try {
    const session = await complete(client, flight);
    if (isFailure(session)) return session;
    if (kind !== 'nothing') {
      const { flaw, isEmpty } = kind === 'correct' ? correct : malformed[kind];
      const content = isEmpty ? new Uint8Array(0) : shortRequestFor(subject.endpoint.serverName, subject.userAgent);
      client.write(client.encode(contentTypes.applicationData, content, flaw));
    }
    return await reactionOf(client);
  } finally {
    client.close();
  }
}

const isAes = (suite: number): boolean => algorithmsOf(suite)?.suite.cipher === 'AES';

/** The first suite of each MAC, AES before others. */
function suitesToTry({ suites }: Negotiated): number[] {
  const ordered = [...suites.filter(isAes), ...suites.filter((suite) => !isAes(suite))];
  const byMac = new Map(ordered.toReversed().map((suite) => [algorithmsOf(suite)?.mac, suite]));
  return ordered.filter((suite) => byMac.get(algorithmsOf(suite)?.mac) === suite).slice(0, maxSuites);
}

/** An end without a reason, which a server may come to without any record. */
const isPlainEnd = ([first]: Reaction): boolean =>
  (first?.kind === 'alert' && first.description === 0) || first?.kind === 'closed' || first?.kind === 'reset';

/** Silence to all malformed records says something only of a server that answers a correct one. */
async function unlessMute(
  question: Question,
  compared: Comparison<MalformedRecord>,
): Promise<Comparison<MalformedRecord>> {
  const control = await ask(question, 'correct');
  if (isFailure(control)) return { kind: 'failed', failure: control };
  if (!isSilent(control)) return compared;
  return { kind: 'failed', failure: { reason: 'timeout', gap: 'silent-to-records' } };
}

/** All malformed records; where all are answered by a plain end or by silence, neither must come by itself. */
async function compare(question: Question): Promise<Comparison<MalformedRecord>> {
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

/** Padding oracles in CBC: records that are broken in several ways, each of which must be answered alike. */
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
    // One suite is enough to show it.
    if (cbcOraclesIn({ suites }).length > 0) return seen({ suites });
  }
  return gap === null ? seen({ suites }) : unobserved(gap);
}
