import { seen } from '../../../evidence/observed.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { type ServerAnswer, shownAnswer } from '../../client/answer.ts';
import { tls13Groups, tls13Suites, usualTls13Groups, usualTls13Suites } from '../../client/hello/code-points.ts';
import { computableGroups } from '../../client/keys/curves.ts';
import type { PartialHandshake } from '../../client/encrypted-flight.ts';
import type { HelloAnswer } from '../negotiated.ts';
import type { ShownChain } from '../observed/chains.ts';
import type { ScanSession } from '../scan-session.ts';
import { type List, acknowledge, eliminateJointly, listOf } from './elimination.ts';
import { findPreference } from './preference.ts';
import { offers13, strikingBoth } from './tls13-offers.ts';
import { listEnd } from './suite-elimination.ts';
import { enumerateSchemes } from './tls13-schemes.ts';

/** Standard mode trusts the server's own list of groups, and only tests that it accepts no others; deep mode tests each. */
async function believeGroups(isDeep: boolean, groups: List, partial: Promise<PartialHandshake | null>): Promise<void> {
  const listed = (await partial)?.groups ?? null;
  if (listed !== null && !isDeep) acknowledge(groups, listed);
}

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
  const pickOf = async (answering: Promise<ServerAnswer>, of: 'suite' | 'group'): Promise<number | null> => {
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
    evidence: shownAnswer(first),
    suites: suites.found,
    ...(preference.known && preference.value === 'server' ? { order: 'server' as const } : {}),
    enumeration: 'full',
    ...listEnd(suites.cuts),
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
