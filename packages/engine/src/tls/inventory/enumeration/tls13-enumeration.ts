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
import type { HalfHandshake } from '../../client/partial-handshake.ts';
import { askHalf } from '../commands/partial-handshake.ts';
import type { Interview } from '../scan-session.ts';
import { ask, keepRaw } from '../scan-session.ts';
import { computableGroups, sharesFor } from '../../client/keys/key-share.ts';
import type { Choose } from './preference.ts';
import { findPreference } from './preference.ts';
import type { HelloAnswer } from '../negotiated.ts';

/** A HelloRetryRequest that names no group, which wolfSSL sends where it has none of those that were offered. */
const withoutGroup = ({ flight }: HelloAnswer): Answer => ({
  kind: 'refused',
  flight,
  how: 'HelloRetryRequest without a group',
  alert: null,
});

/**
 * Asks for a suite and a group. Without a public value the answer is a HelloRetryRequest that names both (RFC 8446
 * section 4.1.4): no key is made on either side. Servers that insist on values get those that can be made.
 */
function chooser13(interview: Interview, first: HelloAnswer) {
  const insists = !first.hello.isRetryRequest;
  return async (suites: readonly number[], groups: readonly number[]): Promise<Answer> => {
    const answer = await ask(interview, {
      version: 'TLSv1.3',
      suites,
      groups,
      shares: insists ? sharesFor(groups) : [],
    });
    const isOwn =
      answer.kind === 'hello' && suites.includes(answer.hello.suite) && groups.includes(answer.hello.group ?? -1);
    if (answer.kind !== 'hello' || !speaks(answer, wireVersions['TLSv1.3']) || isOwn) return answer;
    if (answer.hello.isRetryRequest && answer.hello.group === null) return withoutGroup(answer);
    return {
      kind: 'failed',
      flight: answer.flight,
      failure: { reason: 'malformed', detail: 'Server chose what was not offered' },
      confirmed: false,
    };
  };
}

/** Schemes of CertificateVerify: each costs a half handshake. */
async function schemesOf(interview: Interview): Promise<{ found: number[]; complete: boolean }> {
  const schemes = listOf(tls13Schemes);
  await eliminateJointly([schemes], async (offerOf) => {
    const answer = await askHalf(interview, { schemes: offerOf(schemes) });
    if (answer.kind !== 'seen') return { kind: answer.kind };
    const { scheme, certificates } = answer.half;
    if (!answer.half.showsRawKey)
      interview.observations.addChain(
        'TLSv1.3',
        certificates.map(({ der }) => der),
      );
    return { kind: 'picked', picks: new Map(scheme === null ? [] : [[schemes, scheme]]) };
  });
  return { found: schemes.found, complete: schemes.state === 'complete' };
}

/** In standard mode the server's word on its groups is taken, and that it takes no others is asked; deep mode asks for each. */
async function believeGroups(interview: Interview, groups: List, half: Promise<HalfHandshake | null>): Promise<void> {
  const said = (await half)?.groups ?? null;
  if (said !== null && !interview.isDeep) acknowledge(groups, said);
}

/** Enumerates TLS 1.3: suites and groups to the end, signature schemes in deep mode. */
export async function enumerate13(
  interview: Interview,
  first: HelloAnswer,
  half: Promise<HalfHandshake | null>,
): Promise<TlsVersion> {
  const insists = !first.hello.isRetryRequest;
  const choose = chooser13(interview, first);
  const suites = listOf(tls13Suites, [first.hello.suite], usualTls13Suites);
  const groups = listOf(insists ? computableGroups : tls13Groups, [first.hello.group], usualTls13Groups);
  const offer: Ask = async (offerOf) => {
    const answer = await choose(offerOf(suites), offerOf(groups));
    if (answer.kind === 'failed') return { kind: 'failed' };
    if (answer.kind !== 'hello' || !speaks(answer, wireVersions['TLSv1.3'])) return { kind: 'refused' };
    keepRaw(interview, `TLSv1.3 ${suiteHex(answer.hello.suite)}`, answer, true);
    return {
      kind: 'picked',
      picks: new Map([
        [suites, answer.hello.suite],
        [groups, answer.hello.group ?? -1],
      ]),
    };
  };
  const pickOf = async (answer: Promise<Answer>, of: 'suite' | 'group'): Promise<number | null> => {
    const got = await answer;
    return got.kind === 'hello' ? got.hello[of] : null;
  };
  const chooseSuite: Choose = (ordered) => pickOf(choose(ordered, tls13Groups), 'suite');
  const chooseGroup: Choose = (ordered) => pickOf(choose(tls13Suites, ordered), 'group');
  const [schemes] = await Promise.all([
    interview.isDeep ? interview.line.chain(() => schemesOf(interview)) : null,
    interview.line.chain(() => eliminateJointly([suites, groups], offer)),
    believeGroups(interview, groups, half),
  ]);
  const [preference, groupPreference] = await Promise.all([
    findPreference(suites.found, suites.steps, chooseSuite),
    findPreference(groups.found, groups.steps, chooseGroup),
  ]);
  return {
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
    signatureSchemes: schemes?.found ?? [],
    signatureSchemesEnumerated: schemes?.complete ?? false,
    dh: [],
  };
}
