import type { CbcFlaw } from '@perimeter/protocols/tls/cbc-plaintext';
import { contentTypes } from '@perimeter/protocols/tls/record';
import { suiteHex, suiteName } from '@perimeter/protocols/tls/suites';
import type { NetFailure } from '../../evidence/observed.ts';
import { seen, unseen } from '../../evidence/observed.ts';
import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/schema.ts';
import { isFailure } from '../../tls/client/first-flight.ts';
import { complete } from '../../tls/client/handshake.ts';
import { shortRequestFor } from './http-request.ts';
import type { Reaction } from './reaction.ts';
import { reactionOf } from './reaction.ts';
import type { Comparison, Variant } from './rounds.ts';
import { compareReactions, rounds } from './rounds.ts';
import type { Spoken, Subject } from './subject.ts';
import { meetWith, newestWith, withoutHandshake } from './subject.ts';
import { algorithmsOf, isSpokenCbc } from '../../tls/client/keys/suite-algorithms.ts';

type CbcOracle = VulnerabilityEndpoint['cbcOracle'];
type OracleFinding = (CbcOracle & { known: true })['value']['findings'][number];

/** One malformed record. */
const malformed = {
  'wrong-mac': { flaw: 'wrong-mac', isEmpty: false, text: 'wrong MAC, right padding' },
  'no-mac-wrong-padding': { flaw: 'no-mac-wrong-padding', isEmpty: false, text: 'no MAC, wrong padding' },
  'wrong-padding': { flaw: 'wrong-padding', isEmpty: false, text: 'right MAC, wrong padding' },
  'no-mac-only-padding': { flaw: 'no-mac-only-padding', isEmpty: false, text: 'nothing but right padding' },
  'empty-wrong-mac': { flaw: 'wrong-mac', isEmpty: true, text: 'no content, wrong MAC, right padding' },
  'empty-wrong-padding': { flaw: 'wrong-padding', isEmpty: true, text: 'no content, right MAC, wrong padding' },
} as const satisfies Record<string, { flaw: CbcFlaw; isEmpty: boolean; text: string }>;
type Malformed = keyof typeof malformed;
const kinds = [
  'wrong-mac',
  'no-mac-wrong-padding',
  'wrong-padding',
  'no-mac-only-padding',
  'empty-wrong-mac',
  'empty-wrong-padding',
] as const;

/** Suites of one endpoint that are tried: implementations differ by MAC, seldom by more. */
const maxSuites = 2;

interface Question {
  subject: Subject;
  spoken: Spoken;
  suite: number;
  signal: AbortSignal;
}

/** The server's answer to one malformed record; null: to none, which shows what it does by itself. */
async function ask(
  { subject, spoken, suite, signal }: Question,
  kind: Malformed | null,
): Promise<Reaction | NetFailure> {
  const { version } = spoken;
  const met = await meetWith(subject, { version, suites: [suite], serverName: subject.endpoint.serverName }, signal);
  if (isFailure(met)) return met;
  const { conversation, flight } = met;
  try {
    const session = await complete(conversation, flight);
    if (isFailure(session)) return session;
    if (kind !== null) {
      const { flaw, isEmpty } = malformed[kind];
      const content = isEmpty ? new Uint8Array(0) : shortRequestFor(subject.endpoint.serverName, subject.userAgent);
      conversation.write(conversation.encode(contentTypes.applicationData, content, flaw));
    }
    return await reactionOf(conversation);
  } finally {
    conversation.close();
  }
}

/** record_overflow, which an affected OpenSSL answers to a record that is all padding (CVE-2016-2107). */
const overflowAlert = 'alert 22';

/** What a difference is called. Only records of the same length are compared: their length is no secret. */
function kindsIn(reactions: ReadonlyMap<Malformed, Reaction>): OracleFinding['kind'][] {
  const of = (kind: Malformed): Reaction => reactions.get(kind) ?? { text: '', hasData: false, isSilent: false };
  const differs = (a: Malformed, b: Malformed): boolean => of(a).text !== of(b).text;
  const found: OracleFinding['kind'][] = [];
  const isOverflow =
    of('no-mac-only-padding').text.startsWith(overflowAlert) && differs('no-mac-only-padding', 'wrong-mac');
  if (isOverflow) found.push('openssl-2016-2107');
  if (differs('wrong-mac', 'no-mac-wrong-padding')) found.push('goldendoodle');
  else if (!isOverflow && differs('no-mac-only-padding', 'no-mac-wrong-padding')) found.push('goldendoodle');
  if (!of('wrong-padding').hasData && differs('wrong-padding', 'no-mac-wrong-padding')) {
    const isBySilence = of('wrong-padding').isSilent || of('no-mac-wrong-padding').isSilent;
    found.push(isBySilence ? 'sleeping-poodle' : 'zombie-poodle');
  }
  const isOfEmptyAlone = !differs('wrong-mac', 'wrong-padding');
  if (isOfEmptyAlone && differs('empty-wrong-mac', 'empty-wrong-padding')) found.push('zero-length-padding');
  return found;
}

interface SuiteResult {
  findings: OracleFinding[];
  proof: string[];
  gap: { reason: NetFailure['reason']; detail: string } | null;
}

function read(compared: Comparison<Malformed>, suite: number, version: string): SuiteResult {
  const opening = `${suiteName(suite)} (${suiteHex(suite)}) in ${version}: ${kinds.length} malformed records, each on its own connection`;
  switch (compared.kind) {
    case 'failed':
      return { findings: [], proof: [], gap: compared.failure };
    case 'unstable':
      return {
        findings: [],
        proof: [],
        gap: { reason: 'malformed', detail: `Answers changed from round to round (${compared.detail})` },
      };
    case 'alike':
      return { findings: [], proof: [opening, `All were answered by ${compared.reaction.text}`], gap: null };
    case 'different': {
      const lines = [...compared.reactions].map(([kind, { text }]) => `${malformed[kind].text}: ${text}`);
      const detail = `${lines.join('; ')}; ${rounds} times with the same result`;
      const findings = kindsIn(compared.reactions).map((kind) => ({ kind, suite, version, detail }));
      return { findings, proof: [`${opening}, ${rounds} times with the same result`, ...lines], gap: null };
    }
  }
}

const isAes = (suite: number): boolean => algorithmsOf(suite)?.suite.cipher === 'AES';

/** The first suite of each MAC, AES before others. */
function suitesToTry({ suites }: Spoken): number[] {
  const ordered = [...suites.filter(isAes), ...suites.filter((suite) => !isAes(suite))];
  const byMac = new Map(ordered.toReversed().map((suite) => [algorithmsOf(suite)?.mac, suite]));
  return ordered.filter((suite) => byMac.get(algorithmsOf(suite)?.mac) === suite).slice(0, maxSuites);
}

/** An end without a reason, which a server may come to without any record. */
const plainEnd = /^(?:alert 0|closed|reset)/;

/** All malformed records; where all are answered by a plain end, that end must not come by itself. */
async function compare(question: Question): Promise<Comparison<Malformed>> {
  const variants: Variant<Malformed>[] = kinds.map((name) => ({ name, ask: () => ask(question, name) }));
  const compared = await compareReactions(variants);
  if (compared.kind !== 'alike' || !plainEnd.test(compared.reaction.text)) return compared;
  const control = await ask(question, null);
  if (isFailure(control)) return { kind: 'failed', failure: control };
  if (control.text !== compared.reaction.text) return compared;
  return {
    kind: 'failed',
    failure: { reason: 'closed', detail: 'The server ends connections by itself, before a record can be tested' },
  };
}

/** Padding oracles in CBC: records that are broken in several ways, each of which must be answered alike. */
export async function testCbcOracle(subject: Subject, signal: AbortSignal): Promise<CbcOracle> {
  const spoken = newestWith(subject.endpoint, isSpokenCbc);
  if (spoken === null)
    return unseen(
      'not-tested',
      withoutHandshake(subject.endpoint, 'No CBC suite in TLS 1.0 to 1.2 in which a handshake can be made here'),
    );
  const results: SuiteResult[] = [];
  for (const suite of suitesToTry(spoken)) {
    const result = read(await compare({ subject, spoken, suite, signal }), suite, spoken.version);
    results.push(result);
    // One suite is enough to show it.
    if (result.findings.length > 0) break;
  }
  const findings = results.flatMap((result) => result.findings);
  const gap = results.find((result) => result.gap !== null)?.gap ?? null;
  if (gap !== null && findings.length === 0) return unseen(gap.reason, gap.detail);
  const verdict =
    findings.length === 0 ? 'No malformed record can be told from another' : 'Malformed records can be told apart';
  return seen({ findings, proof: [...results.flatMap((result) => result.proof), verdict] });
}
