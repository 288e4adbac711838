import { readServiceMode, type ServiceMode } from '@perimeter/protocols/dns/service-mode';
import { type Plain, openBy } from '../../../catalogue/outcome.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import { followServiceAliases, serviceAliasOf, servicePathFaults } from '../../../evidence/dns/service-aliases.ts';
import { serviceProblem } from '../../../evidence/dns/services.ts';
import { answerAt } from './addressed.ts';
import { answerGap } from './answers.ts';
import { digLine } from '../../../catalogue/dig.ts';
import { listed, shorten } from '../../../evidence/words/text.ts';

type Evidence = Pick<EvidenceByKind, 'behaviour' | 'tls'>;

/** A parsed HTTPS record. */
export interface ReadService {
  owner: string;
  data: string;
  read: ServiceMode;
}

/** Reads one record. */
export const readService = (owner: string, data: string): ReadService => ({ owner, data, read: readServiceMode(data) });

/** The fault of a record, as the rest of a sentence. */
export interface ServiceFault {
  one: ReadService;
  subject: string;
  problem: string;
  lines: readonly (string | null)[];
  more?: { confidence: 'firm' | 'potential' };
}

/** A fault within the record, as the rest of a sentence; null: none. */
function ownFault({ read }: ReadService): string | null {
  if (read.mode !== 'service') return null;
  const { mandatory } = read.record;
  const unknown = mandatory.filter((key) => /^key\d+$/.test(key));
  return unknown.length === 0
    ? null
    : `makes ${listed(unknown)} mandatory, which has no meaning to browsers, so they ignore the record (RFC 9460 section 8). Expected: mandatory with keys that clients know, or none.`;
}

/** Whether a record is malformed, which makes clients reject all records of the name (RFC 9460 section 2.2). */
export const isBroken = ({ data }: ReadService): boolean => serviceProblem(data) !== null;

/** Whether a name has records in both modes, so that clients ignore those in ServiceMode (RFC 9460 section 2.4.1). */
const isMixed = (set: readonly ReadService[]): boolean =>
  set.some(({ read }) => read.mode === 'alias') && set.some(({ read }) => read.mode === 'service');

/** Whether the record declares that there is no service (RFC 9460 section 2.5.1). */
const saysNone = ({ read }: ReadService): boolean => read.mode === 'alias' && read.target === '.';

const isLive = (host: string, { behaviour, tls }: Evidence): boolean =>
  (behaviour.url !== null && new URL(behaviour.url).hostname === host) ||
  tls.endpoints.some(({ serverName, alpn }) => serverName === host && alpn.known);

/** The faults of one name's records, each alone and as a set. */
function setFaults(set: readonly ReadService[], evidence: Evidence): ServiceFault[] {
  const faults = set.flatMap((one): ServiceFault[] => {
    const problem = ownFault(one);
    return problem === null ? [] : [{ one, subject: `${one.owner} record`, problem, lines: [] }];
  });
  const [one] = set;
  if (one !== undefined && isMixed(set))
    faults.push({
      one,
      subject: `${one.owner} modes`,
      problem:
        'stands beside one of the other mode: clients ignore all records in ServiceMode where one is an alias (RFC 9460 section 2.4.1). Expected: the alias alone, or none.',
      lines: set.slice(1, 4).map(({ owner, data }) => `${owner} HTTPS ${shorten(data, 400)}`),
    });
  const none = set.find(saysNone);
  if (none !== undefined && isLive(none.owner, evidence))
    faults.push({
      one: none,
      subject: `${none.owner} none`,
      problem:
        'says that there is no service (RFC 9460 section 2.5.1), and the site answers. Clients that follow it do not connect. Expected: no such record.',
      lines: [],
    });
  return faults;
}

/** The faults of all records, name by name. */
export const serviceFaults = (read: readonly ReadService[], evidence: Evidence): ServiceFault[] =>
  [...Map.groupBy(read, ({ owner }) => owner).values()].flatMap((set) => setFaults(set, evidence));

/** Why clients that use only HTTP/3 cannot connect (RFC 9460 section 7.1.2). */
function http3Fault(one: ReadService, { behaviour }: Evidence): ServiceFault | Plain | null {
  const asked = behaviour.http3.asked ?? null;
  if (asked === null || asked.host !== one.owner) return openBy('http3-untested-at', { name: one.owner });
  if (asked.versions.known) return null;
  return {
    one,
    subject: `${one.owner} h3`,
    problem: `offers HTTP/3 alone (no-default-alpn), and UDP port ${asked.port} of ${asked.address} did not answer: clients that follow it do not connect (RFC 9460 section 7.1.2). Expected: h2 in alpn too, or an open port.`,
    lines: [],
    more: { confidence: asked.versions.failure.reason === 'refused' ? 'firm' : 'potential' },
  };
}

/** Why clients cannot connect where a record leads: its port, or HTTP/3 alone. */
export function wayFault(one: ReadService, evidence: Evidence): ServiceFault | Plain | null {
  if (one.read.mode !== 'service') return null;
  const { alpn, noDefaultAlpn, port } = one.read.record;
  if (noDefaultAlpn && alpn.length > 0 && alpn.every((id) => id === 'h3')) return http3Fault(one, evidence);
  if (port === null || port === 443) return null;
  const isSeen = evidence.tls.endpoints.some(
    (there) => there.serverName === one.owner && there.port === port && there.alpn.known,
  );
  return isSeen ? null : openBy('alternative-unseen', { port, name: one.owner });
}

/** The names that clients of an alias connect to in the end, or why there is none; empty in older evidence, which has no answers. */
export function aliasEnds(
  one: ReadService,
  evidence: Pick<EvidenceByKind, 'dns'>,
): (ServiceFault | Plain | { targetName: string })[] {
  const alias = serviceAliasOf(one.data);
  if (alias === null) return [];
  const { names, end, last } = followServiceAliases(one.owner, alias, (name) => answerAt(evidence, name, 'HTTPS'));
  const lines = [names.join(' → '), digLine('HTTPS', ...names)];
  if (end !== 'name') return [{ one, subject: `${one.owner} alias`, problem: servicePathFaults[end], lines }];
  if (last === undefined) return [];
  const gap = answerGap(last, `HTTPS ${last.name}`);
  if (gap !== null) return [gap];
  const targets = last.records.flatMap(({ name, type, data }) => {
    const { read } = readService(name, data);
    if (type !== 'HTTPS' || read.mode !== 'service') return [];
    return [read.record.target === '.' ? name : read.record.target];
  });
  // Without usable records, clients try the addresses of the last name (RFC 9460 section 3).
  return (targets.length === 0 ? [last.name] : targets)
    .filter((name) => answerAt(evidence, name, 'A') !== undefined)
    .map((targetName) => ({ targetName }));
}
