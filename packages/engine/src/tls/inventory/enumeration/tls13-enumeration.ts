import { suiteHex } from '@perimeter/protocols/tls/suites';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import { seen } from '../../../evidence/observed.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import type { Answer } from '../../client/answer.ts';
import { answerText, speaks } from '../../client/answer.ts';
import {
  tls13Groups,
  tls13Schemes,
  tls13Suites,
  usualTls13Groups,
  usualTls13Suites,
} from '../../client/hello/code-points.ts';
import type { Ask, List } from './elimination.ts';
import { acknowledge, eliminateJointly, listOf } from './elimination.ts';
import type { PartialHandshake } from '../../client/partial-handshake.ts';
import { chainsIn, makePartialHandshake } from './partial-handshake.ts';
import type { ScanSession } from '../scan-session.ts';
import type { HelloSpec } from '../../client/hello/hello.ts';
import type { KeepAs, SendOptions } from '../../client/tls-client.ts';
import type { ShownChain } from '../observed/chains.ts';
import { computableGroups } from '../../client/keys/curves.ts';
import { sharesFor } from '../../client/keys/key-share.ts';
import { findPreference } from './preference.ts';
import type { HelloAnswer } from '../negotiated.ts';

/** A HelloRetryRequest without a group, which wolfSSL sends where it has none of those that were offered. */
const withoutGroup = ({ flight }: HelloAnswer): Answer => ({
  kind: 'refused',
  flight,
  how: 'HelloRetryRequest without a group',
  alert: null,
});

const isSpeaking13 = (answer: Answer): answer is HelloAnswer => speaks(answer, wireVersions['TLSv1.3']);

const keepChoice = (answer: Answer): KeepAs | null =>
  isSpeaking13(answer) ? { name: `TLSv1.3 ${suiteHex(answer.hello.suite)}`, isBrief: true } : null;

type Offer = (suites: readonly number[], groups: readonly number[], keep?: SendOptions['keep']) => Promise<Answer>;

/**
 * Offers suites and groups. Without a public value the answer is a HelloRetryRequest that names both (RFC 8446 section
 * 4.1.4): neither side makes a key. Servers that insist on values get those that can be made.
 */
function offers13({ client }: ScanSession, insists: boolean): Offer {
  return async (suites, groups, keep) => {
    const spec: HelloSpec = { version: 'TLSv1.3', suites, groups, shares: insists ? sharesFor(groups) : [] };
    const answer = await client.ask(spec, keep === undefined ? {} : { keep });
    if (!isSpeaking13(answer)) return answer;
    const { suite, group, isRetryRequest } = answer.hello;
    if (suites.includes(suite) && groups.includes(group ?? -1)) return answer;
    if (isRetryRequest && group === null) return withoutGroup(answer);
    return {
      kind: 'failed',
      flight: answer.flight,
      failure: { reason: 'malformed', detail: 'Server chose what was not offered' },
      confirmed: false,
    };
  };
}

/** Signature schemes of CertificateVerify, and the chains that they brought. */
interface Schemes {
  found: readonly number[];
  complete: boolean;
  chains: readonly ShownChain[];
}

/** Each scheme costs a partial handshake. */
async function enumerateSchemes(session: ScanSession): Promise<Schemes> {
  const schemes = listOf(tls13Schemes);
  const chains: ShownChain[] = [];
  await eliminateJointly([schemes], async (offerOf) => {
    const answer = await makePartialHandshake(session, { schemes: offerOf(schemes) });
    chains.push(...chainsIn(answer));
    if (answer.kind !== 'seen') return { kind: answer.kind };
    const { scheme } = answer.partial;
    return { kind: 'picked', picks: new Map(scheme === null ? [] : [[schemes, scheme]]) };
  });
  return { found: schemes.found, complete: schemes.state === 'complete', chains };
}

/** Standard mode believes the groups that the server lists, and tests only that it accepts no others; deep mode tests each. */
async function believeGroups(isDeep: boolean, groups: List, partial: Promise<PartialHandshake | null>): Promise<void> {
  const listed = (await partial)?.groups ?? null;
  if (listed !== null && !isDeep) acknowledge(groups, listed);
}

/** Strikes one suite and one group from their lists with each offer. */
const strikingBoth =
  (offer: Offer, suites: List, groups: List): Ask =>
  async (offerOf) => {
    const answer = await offer(offerOf(suites), offerOf(groups), keepChoice);
    if (answer.kind === 'failed') return { kind: 'failed' };
    if (!isSpeaking13(answer)) return { kind: 'refused' };
    const picks = new Map([
      [suites, answer.hello.suite],
      [groups, answer.hello.group ?? -1],
    ]);
    return { kind: 'picked', picks };
  };

/** Enumerates TLS 1.3: suites and groups to the end, signature schemes in deep mode. */
export async function enumerateTls13(
  session: ScanSession,
  first: HelloAnswer,
  partial: Promise<PartialHandshake | null>,
): Promise<{ version: TlsVersion; chains: readonly ShownChain[] }> {
  const { isDeep, client } = session;
  const insists = !first.hello.isRetryRequest;
  const offer = offers13(session, insists);
  const suites = listOf(tls13Suites, [first.hello.suite], usualTls13Suites);
  const groups = listOf(insists ? computableGroups : tls13Groups, [first.hello.group], usualTls13Groups);
  const pickOf = async (answering: Promise<Answer>, of: 'suite' | 'group'): Promise<number | null> => {
    const answer = await answering;
    return answer.kind === 'hello' ? answer.hello[of] : null;
  };
  const [schemes] = await Promise.all([
    isDeep ? client.connection.chain(() => enumerateSchemes(session)) : null,
    client.connection.chain(() => eliminateJointly([suites, groups], strikingBoth(offer, suites, groups))),
    believeGroups(isDeep, groups, partial),
  ]);
  const [preference, groupPreference] = await Promise.all([
    findPreference(suites.found, suites.steps, (ordered) => pickOf(offer(ordered, tls13Groups), 'suite')),
    findPreference(groups.found, groups.steps, (ordered) => pickOf(offer(tls13Suites, ordered), 'group')),
  ]);
  const version: TlsVersion = {
    version: 'TLSv1.3',
    accepted: seen(true),
    evidence: answerText(first),
    suites: suites.found,
    ...(preference.known && preference.value === 'server' ? { order: 'server' as const } : {}),
    enumeration: 'full',
    complete: suites.state === 'complete',
    preference,
    groups: groups.found,
    groupPreference,
    groupsEnumerated: groups.state === 'complete' && !insists,
    signatureSchemes: [...(schemes?.found ?? [])],
    signatureSchemesEnumerated: schemes?.complete ?? false,
    dh: [],
  };
  return { version, chains: schemes?.chains ?? [] };
}
