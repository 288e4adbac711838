import { isAnonymous, isCurveBased } from '@perimeter/protocols/tls/classify';
import { cipherSuites } from '@perimeter/protocols/tls/suites';
import { wireVersions } from '@perimeter/protocols/tls/versions';
import { unseen } from '../../../evidence/observed.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import type { Answer } from '../../client/answer.ts';
import { brokeOff } from '../../client/answer.ts';
import {
  browserLikeGroups,
  curveSuites,
  legacyGroups,
  legacySchemes,
  usualGroups,
} from '../../client/hello/code-points.ts';
import type { Ask, List, Offered } from './elimination.ts';
import { eliminateJointly, foundLast, listOf, notePick } from './elimination.ts';
import type { Interview } from '../scan-session.ts';
import { ask, untilTelling } from '../scan-session.ts';
import type { Choose } from './preference.ts';
import { findPreference } from './preference.ts';
import type { HelloAnswer } from '../negotiated.ts';
import type { LegacyVersion } from '../first-handshakes.ts';

/** What is known of the groups and signature schemes of one version. */
export type Groups = Pick<
  TlsVersion,
  'groups' | 'groupPreference' | 'groupsEnumerated' | 'signatureSchemes' | 'signatureSchemesEnumerated'
>;

const curveOf = (answer: Answer): number | null => {
  const read = answer.kind === 'hello' ? answer.flight.serverKeyExchange : null;
  return read?.kind === 'named-curve' ? read.group : null;
};

const schemeOf = (answer: Answer): number | null => {
  const signature = answer.kind === 'hello' ? answer.flight.serverKeyExchange?.signature : null;
  return typeof signature === 'number' ? signature : null;
};

/** The list of a version's groups, with what its first answer showed. */
export const groupListOf = (first: HelloAnswer): List => listOf(legacyGroups, [curveOf(first)], usualGroups);

/** What a question about something else offers: a browser's groups, those not yet seen first, so that it shows one by the way. */
export const groupsByTheWay = ({ found }: List): number[] => [
  ...browserLikeGroups.filter((group) => !found.includes(group)),
  ...browserLikeGroups.filter((group) => found.includes(group)),
];

/** Takes the group that an answer to something else shows. */
export function noteGroup(list: List, offered: readonly number[], answer: Answer): void {
  const picked = curveOf(answer);
  if (picked !== null) notePick(list, offered, picked);
}

/** Suites among these whose group is the client's and the server's choice; anonymous ones where there are no others. */
export function curveSuitesIn(suites: readonly number[]): number[] {
  const curved = suites.flatMap((code) => {
    const suite = cipherSuites.get(code);
    return suite !== undefined && isCurveBased(suite) ? [suite] : [];
  });
  const signed = curved.filter((suite) => !isAnonymous(suite));
  return (signed.length > 0 ? signed : curved).map(({ code }) => code);
}

/** What is known where groups were not taken apart; enumerated: it is known that no suite has any. */
export const groupsSeen = (interview: Interview, version: LegacyVersion, groupsEnumerated: boolean): Groups => ({
  groups: interview.observations.exchanges.groupsOf(version),
  groupPreference: unseen('not-tested', 'Groups of this version were not enumerated'),
  groupsEnumerated,
  signatureSchemes: interview.observations.exchanges.schemesOf(version),
  signatureSchemesEnumerated: false,
});

/**
 * Servers with an ECDSA key alone take no offer without that key's own curve (RFC 8422 section 5.1). Groups that they take
 * beside it show when it is offered last.
 */
async function besideTheKeysCurve(groups: List, askOnce: (offered: readonly number[]) => Promise<number | null>) {
  for (let turn = 0; turn < legacyGroups.length && groups.rest.length > 0; turn += 1) {
    const offered = foundLast(groups);
    const before = groups.found.length;
    const picked = await askOnce(offered);
    if (picked === null || !notePick(groups, offered, picked) || groups.found.length === before) return;
  }
}

/** Some servers read no more schemes than about twenty (wolfSSL: 22), and refuse a hello that names what they can do behind those. */
const maxNewSchemes = 14;

/** What may be new first, and what is known to be accepted not far behind it. */
const ridingSchemes = ({ rest, found }: List): readonly number[] => [...rest.slice(0, maxNewSchemes), ...found];

/**
 * Groups of a version, by offers without what was picked; suites stay as they are, so the order of suites is not disturbed.
 * Signature schemes come along in standard mode, and are taken apart beside the groups in deep mode.
 */
export async function enumerateGroups(
  interview: Interview,
  { version, first }: { version: LegacyVersion; first: HelloAnswer },
  groups: List,
  offeredSuites: readonly number[] = [...new Set([...curveSuites, first.hello.suite])],
): Promise<Groups> {
  const hasSchemes = version === 'TLSv1.2';
  const schemes = listOf(legacySchemes, [schemeOf(first)]);
  const isWhole = interview.isDeep && hasSchemes;
  const keys = new Set<string>();
  const askGroups = async (offered: readonly number[], offeredSchemes = ridingSchemes(schemes)): Promise<Answer> => {
    const spec = { version, suites: offeredSuites, groups: offered, schemes: offeredSchemes };
    const answer = await ask(interview, spec, { enough: untilTelling(interview.observations) });
    if (answer.kind === 'hello') keys.add(cipherSuites.get(answer.hello.suite)?.authentication ?? '');
    const scheme = schemeOf(answer);
    if (scheme !== null && !isWhole) notePick(schemes, offeredSchemes, scheme);
    return answer;
  };
  const offer: Ask = async (offerOf): Promise<Offered> => {
    const answer = await askGroups(offerOf(groups), isWhole ? offerOf(schemes) : ridingSchemes(schemes));
    if (answer.kind === 'failed') return { kind: 'failed' };
    if (answer.kind !== 'hello' || answer.hello.version !== wireVersions[version]) return { kind: 'refused' };
    // Some choose a suite first, and find out behind their ServerHello that they have none of these groups or schemes.
    if (answer.flight.serverKeyExchange === null) return { kind: brokeOff(answer) ? 'refused' : 'failed' };
    const picks = new Map<List, number>();
    const [curve, scheme] = [curveOf(answer), schemeOf(answer)];
    if (curve !== null) picks.set(groups, curve);
    if (scheme !== null) picks.set(schemes, scheme);
    return { kind: 'picked', picks };
  };
  await eliminateJointly(isWhole ? [groups, schemes] : [groups], offer);
  const choose: Choose = async (ordered) => curveOf(await askGroups(ordered));
  if (groups.state === 'complete' && keys.size === 1 && keys.has('ECDSA')) await besideTheKeysCurve(groups, choose);
  return {
    groups: groups.found,
    groupPreference: await findPreference(groups.found, groups.steps, choose),
    groupsEnumerated: groups.state === 'complete',
    signatureSchemes: [...new Set([...schemes.found, ...interview.observations.exchanges.schemesOf(version)])],
    signatureSchemesEnumerated: isWhole && schemes.state === 'complete',
  };
}
