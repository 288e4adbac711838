import {
  type Found,
  type Said,
  type Narrower,
  narrow,
  onePlace,
  type Selected,
  type Subject,
} from '../../../catalogue/check-of.ts';
import { digLine, recordsAt } from '../../../catalogue/dig.ts';
import {
  type FindingDraft,
  inconclusive,
  type Lines,
  notApplicable,
  type Plain,
  openBy,
  whyBy,
} from '../../../catalogue/outcome.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { ZoneServer } from '../../../evidence/zone/schema.ts';
import { askedServers, type FoundZone, gapAt, stateOf, workingServers } from '../../../evidence/zone/servers.ts';
import { serverPlace } from '../dns/server-place.ts';

/** Evidence that zone checks read. */
export type ZoneKinds = Pick<EvidenceByKind, 'zone' | 'target'>;

/** The zone that is judged, and the audited domain. */
export interface ZoneRecords {
  zone: FoundZone;
  domain: string;
  nowMs: number;
}

/** The zone of the target; its command shows the NS records. */
function selectZone({ zone, target }: ZoneKinds): Selected<ZoneRecords> {
  const { name } = zone;
  if (name === null) return openBy('zone-not-found');
  if (name === '.') return notApplicable('The root zone is delegated by nobody');
  const records = { zone: { ...zone, name }, domain: target.domain, nowMs: target.startedAtMs };
  return onePlace(records, recordsAt(name, 'NS'), digLine('NS', name));
}

/** The zone of the domain, from its servers or the resolver: a blocked port 53 does not matter. */
export const delegatedZone: Subject<keyof ZoneKinds, ZoneRecords> = { needs: ['zone', 'target'], select: selectZone };

/** Why name servers cannot be judged from here. */
export function egressGap({ direct }: FoundZone): Plain | null {
  if (direct !== 'blocked' && direct !== 'intercepted') return null;
  return inconclusive({ reason: 'not-tested', gap: `port-53-${direct}` });
}

/** The direct answers of the name servers. */
export const everyNameServer = narrow(delegatedZone, (records): Narrower<ZoneRecords> => {
  const none = openBy('servers-not-asked');
  return egressGap(records.zone) ?? (askedServers(records.zone).length === 0 ? none : { of: records });
});

/** The fault of one server; null: none; or why that is open. */
export type ServerFinding = (Omit<Found, 'location' | 'subject' | 'evidence'> & { evidence: Lines }) | null | Plain;

/** Addresses grouped by server: those that share a name, directly or through another address. */
function serversIn<T extends { server: ZoneServer }>(found: readonly T[]): T[][] {
  return found.reduce<T[][]>((groups, one) => {
    const isSame = ({ server }: T): boolean => server.names.some((name) => one.server.names.includes(name));
    const same = groups.filter((group) => group.some(isSame));
    return [...groups.filter((group) => !same.includes(group)), [...same.flat(), one]];
  }, []);
}

/** One finding per name server: faults at several of its addresses have one cause. */
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

/** Judges every address that serves the zone: a fault counts whatever others leave open. */
export const onEachServer =
  (judge: (server: ZoneServer, zone: FoundZone) => ServerFinding) =>
  ({ zone }: ZoneRecords): Said => {
    const working = workingServers(zone);
    const judged = working.map((server) => ({ server, found: judge(server, zone) }));
    const drafts = judged.flatMap(({ server, found }) =>
      found === null || 'outcome' in found ? [] : [{ server, ...serverPlace(server), ...found }],
    );
    if (drafts.length > 0) return byName(drafts);
    const open = judged.flatMap(({ found }) => (found !== null && 'outcome' in found ? [found] : []))[0];
    if (open !== undefined) return open;
    const unknown = askedServers(zone).find((server) => stateOf(zone, server).state === 'unknown');
    if (unknown !== undefined) return inconclusive(gapAt(unknown, unknown.udp) ?? whyBy('server-not-judged'));
    return working.length === 0 ? notApplicable('No name server serves the zone') : null;
  };
