import type { Check } from '../../../catalogue/check.ts';
import { digLine, recordsAt } from '../../../catalogue/dig.ts';
import {
  type FindingDraft,
  inconclusive,
  pass,
  notApplicable,
  type Plain,
  failEach,
  informEach,
} from '../../../catalogue/outcome.ts';
import { narrow, recordChecks, type Selected } from '../../../catalogue/record-check.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { gapTexts } from '../../../evidence/gap-texts.data.ts';
import type { DnsAnswer, DnsEvidence } from '../../../evidence/dns/schema.ts';
import type { ZoneServer } from '../../../evidence/zone/schema.ts';
import { askedServers, type FoundZone, gapAt, serverPlace, stateOf, workingServers } from './servers.ts';
import { failureText } from '../../../evidence/failure-text.ts';

/** The evidence that holds the zone. */
export type ZoneKinds = Pick<EvidenceByKind, 'zone' | 'target'>;

/** The zone that is judged, and the domain that is audited. */
export interface ZoneRecords {
  zone: FoundZone;
  domain: string;
  nowMs: number;
}

/** The zone of the target, or why it is not judged; its command shows the NS records. */
export function selectZone({ zone, target }: ZoneKinds): Selected<ZoneRecords> {
  const { name } = zone;
  if (name === null) return inconclusive('The zone of the domain was not found');
  if (name === '.') return notApplicable('The root zone is delegated by nobody');
  const records = { zone: { ...zone, name }, domain: target.domain, nowMs: target.startedAtMs };
  return { records, location: recordsAt(name, 'NS'), reproduce: digLine('NS', name) };
}

/** What checks of the zone read. */
export const zoneNeeds = ['zone', 'target'] as const;

/** Declares a check of what the resolver knows of the zone, too: a blocked port 53 does not matter. */
export const zoneCheck = recordChecks({ needs: zoneNeeds, select: selectZone });

/** Why name servers cannot be judged from here. */
function gapOf({ direct }: FoundZone): Plain | null {
  if (direct === 'blocked') return inconclusive(gapTexts['port-53-blocked']);
  return direct === 'intercepted' ? inconclusive(gapTexts['port-53-intercepted']) : null;
}

/** Declares a check of what the name servers themselves answer. */
export const serversCheck = recordChecks({
  needs: zoneNeeds,
  select: (evidence: ZoneKinds) =>
    narrow(selectZone(evidence), (records): Plain | { records: ZoneRecords } => {
      const none = inconclusive('No name server could be queried directly');
      return gapOf(records.zone) ?? (askedServers(records.zone).length === 0 ? none : { records });
    }),
});

/** What one server shows: what is wrong with it, null where nothing is, or why that is open. */
export type ServerFinding = Omit<FindingDraft, 'location' | 'subject'> | null | { open: string };

const isOpen = (finding: ServerFinding): finding is { open: string } => finding !== null && 'open' in finding;

interface EachServerCheck extends Omit<Parameters<typeof serversCheck>[0], 'judge' | 'at'> {
  /** Why the check passes. */
  passed: string;
  judge: (server: ZoneServer, zone: FoundZone) => ServerFinding;
}

/** Addresses that lead to one server: those with a name in common, with a third one or not. */
function serversIn<T extends { server: ZoneServer }>(found: readonly T[]): T[][] {
  return found.reduce<T[][]>((groups, one) => {
    const isSame = ({ server }: T): boolean => server.names.some((name) => one.server.names.includes(name));
    const same = groups.filter((group) => group.some(isSame));
    return [...groups.filter((group) => !same.includes(group)), [...same.flat(), one]];
  }, []);
}

/** One finding a name server: what it gets wrong at one address and at another has one cause. */
export function byName(found: readonly (FindingDraft & { server: ZoneServer })[]): FindingDraft[] {
  return serversIn(found).flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { server: _, ...draft } = first;
    const also = others.map(({ server }) => server.address);
    return [
      also.length === 0 ? draft : { ...draft, evidence: [draft.evidence, `The same at ${also.join(', ')}`].flat() },
    ];
  });
}

/** Declares a check that judges every address that serves the zone by itself: a fault stands whatever others leave open. */
export const eachServerCheck = ({ passed, judge, ...facts }: EachServerCheck): Check =>
  serversCheck({
    ...facts,
    judge: ({ zone }) => {
      const working = workingServers(zone);
      const judged = working.map((server) => ({ server, found: judge(server, zone) }));
      const drafts = judged.flatMap(({ server, found }) =>
        found === null || isOpen(found) ? [] : [{ server, ...serverPlace(server), ...found }],
      );
      const conclude = facts.weakness === undefined ? informEach : failEach;
      if (drafts.length > 0) return conclude(byName(drafts), passed);
      const open = judged.map(({ found }) => found).find(isOpen);
      if (open !== undefined) return inconclusive(open.open);
      const unknown = askedServers(zone).find((server) => stateOf(zone, server).state === 'unknown');
      if (unknown !== undefined)
        return inconclusive(gapAt(unknown, unknown.udp) ?? 'A name server could not be judged');
      return working.length === 0 ? notApplicable('No name server serves the zone') : pass(passed);
    },
  });

/** The snapshot of the resolver, and where the domain stands in it. */
export interface AnswerRecords {
  dns: DnsEvidence;
  domain: string;
  www: string;
}

/** What checks of the resolver's answers read. */
export const recordsNeeds = ['dns', 'target'] as const;
export type RecordsKinds = Pick<EvidenceByKind, 'dns' | 'target'>;

/** The resolver's answers about the target. */
export function selectRecords({ dns, target: { domain } }: RecordsKinds): Selected<AnswerRecords> {
  if (dns.answers.length === 0) return notApplicable('No query was sent');
  return {
    records: { dns, domain, www: `www.${domain}` },
    location: { host: domain },
    reproduce: digLine('ANY', domain),
  };
}

/** Declares a check of the resolver's answers. */
export const recordsCheck = recordChecks({ needs: recordsNeeds, select: selectRecords });

/** The answer for a name and type; undefined: not asked. */
export const answerFor = ({ dns }: Pick<AnswerRecords, 'dns'>, name: string, type: string): DnsAnswer | undefined =>
  dns.answers.find((answer) => answer.name === name && answer.type === type);

/** Why the first of these answers that says nothing does so; null where all say something. */
export const gapOfAny = (asked: readonly DnsAnswer[]): Plain | null =>
  asked.map((answer) => answerGap(answer, `${answer.type} ${answer.name}`)).find((gap) => gap !== null) ?? null;

/** Why an answer says nothing; null where it says something. */
export function answerGap(answer: DnsAnswer | undefined, what: string): Plain | null {
  if (answer === undefined) return inconclusive(`${what} was not queried`);
  if (['answer', 'nodata', 'nxdomain'].includes(answer.status)) return null;
  return inconclusive(`${what}: ${answer.failure === undefined ? answer.status : failureText(answer.failure)}`);
}
