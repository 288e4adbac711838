import { randomBytes } from 'node:crypto';
import { ednsOptions, queryEdns } from '@perimeter/protocols/dns/edns';
import { joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import { chaosClass } from '@perimeter/protocols/dns/record';
import type { ZoneQuestion } from '../../evidence/zone/schema.ts';
import { existenceQuestion } from '../../net/authoritative/existence.ts';
import type { DirectQuestion } from '../../net/authoritative/question.ts';
import type { ProbeContext } from '../probe.ts';
import { ownerOf } from '../record-owners.data.ts';

/** The names in queries. */
export interface ZoneNames {
  zone: string;
  /** The zone above; null: the root zone has none. */
  parent: string | null;
  domain: string;
  /** A random name in the zone. */
  missing: string;
  /** A name outside of the zone, chosen by the operator. */
  outside: string;
}

/** The names for a zone of an audit's target. */
export const zoneNames = ({ target, settings }: ProbeContext, zone: string, parent: string | null): ZoneNames => ({
  zone,
  parent,
  domain: target.domain,
  missing: joinLabels([`perimeter-${target.seed.slice(0, 12).toLowerCase()}`, ...labelsOf(zone)]),
  outside: settings.recursionName,
});

/** An unassigned option and flag (IANA), and the next EDNS version. */
const unknownOption = { code: 65_001, data: Uint8Array.of(1, 2, 3, 4) };
const unknownFlag = 0x0080;
const largeDatagram = 4_096;

const alternating = (name: string): string =>
  [...name].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('');

const chaos = (name: string): DirectQuestion => ({ name, type: 'TXT', class: chaosClass, mayFail: true });

const special: Partial<Record<ZoneQuestion, (names: ZoneNames) => DirectQuestion>> = {
  'missing-name': ({ missing }) => ({ name: missing, type: 'A', mayFail: true }),
  version: () => chaos('version.bind'),
  'version-server': () => chaos('version.server'),
  // Servers add a cookie or identifier only on request (RFC 7873, RFC 5001).
  'id-server': () => ({
    ...chaos('id.server'),
    edns: queryEdns(false, [
      { code: ednsOptions.nsid, data: new Uint8Array() },
      { code: ednsOptions.cookie, data: new Uint8Array(randomBytes(8)) },
    ]),
  }),
  'parent-soa': ({ parent }) => ({ name: parent ?? '.', type: 'SOA', recursionDesired: true, mayFail: true }),
  outside: ({ outside }) => ({ name: outside, type: 'A', recursionDesired: true, mayFail: true }),
  foreign: ({ outside }) => ({ name: outside, type: 'A', mayFail: true }),
  domainkey: ({ domain }) => existenceQuestion(ownerOf('dkim', domain), false),
  'domainkey-dnssec': ({ domain }) => existenceQuestion(ownerOf('dkim', domain), true),
  any: ({ zone }) => ({ name: zone, type: 'ANY', edns: { ...queryEdns(true), udpBytes: largeDatagram } }),
  'edns-version': ({ zone }) => ({ name: zone, type: 'SOA', edns: { ...queryEdns(true), version: 1 }, mayFail: true }),
  'edns-option': ({ zone }) => ({ name: zone, type: 'SOA', edns: queryEdns(true, [unknownOption]) }),
  'edns-flag': ({ zone }) => ({ name: zone, type: 'SOA', edns: { ...queryEdns(true), otherFlags: unknownFlag } }),
  'mixed-case': ({ zone }) => ({ name: alternating(zone), type: 'SOA' }),
  'SOA-later': ({ zone }) => ({ name: zone, type: 'SOA' }),
};

/** A query of the battery as sent; most have the type that they are named after. */
export const directQuestion = (question: ZoneQuestion, names: ZoneNames): DirectQuestion =>
  special[question]?.(names) ?? { name: names.zone, type: question };

/** True where a reply has the unassigned option or flag. */
export const echoesOption = (codes: readonly number[]): boolean => codes.includes(unknownOption.code);
export const echoesFlag = (ednsFlags: number): boolean => (ednsFlags & unknownFlag) !== 0;
