import { isAnonymous, isCurveBased } from '@perimeter/protocols/tls/registry/classify';
import { cipherSuites } from '@perimeter/protocols/tls/registry/suites';
import { wireVersions } from '@perimeter/protocols/tls/registry/versions';
import { untested } from '../../../evidence/observed.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { type ServerAnswer, brokeOff } from '../../client/answer.ts';
import { curveSuites, legacyGroups, legacySchemes, usualGroups } from '../../client/hello/code-points.ts';
import { type HelloStyle, usualGroupsOf } from '../../client/hello/hello.ts';
import { type Ask, eliminateJointly, foundLast, type List, listOf, notePick, type Offered } from './elimination.ts';
import { type ScanSession, untilTelling } from '../scan-session.ts';
import { type Choose, findPreference } from './preference.ts';
import type { HelloAnswer, LegacyVersion } from '../negotiated.ts';

/** What is known of the groups and signature schemes of one version. */
export type Groups = Pick<
  TlsVersion,
  'groups' | 'groupPreference' | 'groupsEnumerated' | 'signatureSchemes' | 'signatureSchemesEnumerated'
>;

const curveOf = (answer: ServerAnswer): number | null => {
  const read = answer.kind === 'hello' ? answer.flight.serverKeyExchange : null;
  return read?.kind === 'named-curve' ? read.group : null;
};

const schemeOf = (answer: ServerAnswer): number | null => {
  const signature = answer.kind === 'hello' ? answer.flight.serverKeyExchange?.signature : null;
  return typeof signature === 'number' ? signature : null;
};

/** The list of a version's groups, with what its first answer showed. */
export const groupListOf = (first: HelloAnswer): List => listOf(legacyGroups, [curveOf(first)], usualGroups);

/** Groups of a hello that enumerates something else: the usual ones, unseen ones first, so that the answer shows a new one. */
export function groupsByTheWay({ found }: List, style: Readonly<HelloStyle>): number[] {
  const usual = usualGroupsOf(style);
  return [...usual.filter((group) => !found.includes(group)), ...usual.filter((group) => found.includes(group))];
}

/** Records the group in an answer to another hello. */
export function noteGroup(list: List, offered: readonly number[], answer: ServerAnswer): void {
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

/** What is known where groups were not enumerated; groupsEnumerated: no suite has any. */
export const groupsSeen = (session: ScanSession, version: LegacyVersion, groupsEnumerated: boolean): Groups => ({
  groups: session.transcript.exchanges.groupsOf(version),
  groupPreference: untested('groups-not-enumerated'),
  groupsEnumerated,
  signatureSchemes: session.transcript.exchanges.schemesOf(version),
  signatureSchemesEnumerated: false,
});

/**
 * Servers with only an ECDSA key refuse offers without its curve (RFC 8422 section 5.1). Other accepted groups show
 * when that curve is offered last.
 */
async function besideTheKeysCurve(groups: List, askOnce: (offered: readonly number[]) => Promise<number | null>) {
  for (let turn = 0; turn < legacyGroups.length && groups.rest.length > 0; turn += 1) {
    const offered = foundLast(groups);
    const before = groups.found.length;
    const picked = await askOnce(offered);
    if (picked === null || !notePick(groups, offered, picked) || groups.found.length === before) return;
  }
}

/** Some servers read only about twenty schemes (wolfSSL: 22), and refuse a hello with theirs after those. */
const maxNewSchemes = 14;

/** Unseen schemes first, closely followed by known ones. */
const ridingSchemes = ({ rest, found }: List): readonly number[] => [...rest.slice(0, maxNewSchemes), ...found];

/**
 * Groups of a version, by offers without the chosen ones; suites stay the same, so that their order is preserved.
 * Signature schemes are seen in the same hellos, and enumerated with the groups in deep mode.
 */
export async function enumerateGroups(
  session: ScanSession,
  { version, first }: { version: LegacyVersion; first: HelloAnswer },
  groups: List,
  offeredSuites: readonly number[] = [...new Set([...curveSuites, first.hello.suite])],
): Promise<Groups> {
  const hasSchemes = version === 'TLSv1.2';
  const schemes = listOf(legacySchemes, [schemeOf(first)]);
  const isWhole = session.isDeep && hasSchemes;
  const keys = new Set<string>();
  const askGroups = async (
    offered: readonly number[],
    offeredSchemes = ridingSchemes(schemes),
  ): Promise<ServerAnswer> => {
    const spec = { version, suites: offeredSuites, groups: offered, schemes: offeredSchemes };
    const answer = await session.client.ask(spec, { enough: untilTelling(session) });
    if (answer.kind === 'hello') keys.add(cipherSuites.get(answer.hello.suite)?.authentication ?? '');
    const scheme = schemeOf(answer);
    if (scheme !== null && !isWhole) notePick(schemes, offeredSchemes, scheme);
    return answer;
  };
  const offer: Ask = async (offerOf): Promise<Offered> => {
    const answer = await askGroups(offerOf(groups), isWhole ? offerOf(schemes) : ridingSchemes(schemes));
    if (answer.kind === 'failed') return { kind: 'failed', failure: answer.failure };
    if (answer.kind !== 'hello' || answer.hello.version !== wireVersions[version]) return { kind: 'refused' };
    // Some servers choose a suite first and detect after their ServerHello that they support none of these groups or
    // schemes.
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
    signatureSchemes: [...new Set([...schemes.found, ...session.transcript.exchanges.schemesOf(version)])],
    signatureSchemesEnumerated: isWhole && schemes.state === 'complete',
  };
}
