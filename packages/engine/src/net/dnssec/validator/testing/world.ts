import { toBase32Hex, toUpperHex } from '@perimeter/protocols/dns/encodings';
import { ancestorOf, wildcardOf } from '@perimeter/protocols/dns/denial/canonical-order';
import { hashName, nsec3Chain, nsecChain, truthOf, type TestZone } from '@perimeter/protocols/dns/denial/testing/zone';
import type { Nsec3Parameters } from '@perimeter/protocols/dns/denial/nsec3';
import { flagsOf, responseCodes, type Message } from '@perimeter/protocols/dns/message';
import { isAtOrBelow, joinLabels, labelsOf } from '@perimeter/protocols/dns/name';
import { buildQuery } from '@perimeter/protocols/dns/query';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode, typeName } from '@perimeter/protocols/dns/types';
import { reply, rr } from '../../../resolver/scripted-server.ts';
import { makeKey, type SigningKey } from '../../signed-zone.ts';
import type { ValidationLookup } from '../security.ts';

/** A zone of the test world: its records by name and type, its key, and its kind of denial. */
export interface WorldZone {
  apex: string;
  /** Null: unsigned. */
  key: SigningKey | null;
  records: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  denial: 'nsec' | { parameters: Nsec3Parameters; optOut: boolean };
  /** Modifies an answer before it is returned. */
  spoil?: (message: Message, name: string, type: string) => Message | null;
}

/** A zone with an SOA, a name server and its key; signed with NSEC by default. */
export function zoneOf(
  apex: string,
  records: WorldZone['records'],
  over: Partial<Omit<WorldZone, 'apex' | 'records'>> = {},
): WorldZone {
  const key = over.key === undefined ? makeKey(apex) : over.key;
  const own = { SOA: ['ns.lab hostmaster.lab 1 2 3 4 5'], NS: ['ns.lab'] };
  return { denial: 'nsec', ...over, apex, key, records: { ...records, [apex]: { ...own, ...records[apex] } } };
}

const shapeOf = ({ apex, records, key }: WorldZone): TestZone => ({
  apex,
  owners: Object.fromEntries(
    Object.entries(records).map(([name, types]) => [
      name,
      [...Object.keys(types), ...(name === apex && key !== null ? ['DNSKEY'] : [])],
    ]),
  ),
});

const typesText = (types: ReadonlySet<number>): string => [...types].map(typeName).join(' ');

function signedSet(zone: WorldZone, records: readonly ResourceRecord[], labels?: number): ResourceRecord[] {
  if (zone.key === null || records.length === 0) return [...records];
  const [first] = records;
  const star = first?.name.startsWith('*.') === true ? labelsOf(first.name).length - 1 : undefined;
  const counted = labels ?? star;
  const over = { signer: zone.apex, ...(counted === undefined ? {} : { labels: counted }) };
  return [...records, zone.key.sign(records, over)];
}

/** The names that a denial may need. */
function spokenOf(zone: WorldZone, name: string): string[] {
  const depth = labelsOf(zone.apex).length;
  const ancestors = Array.from({ length: labelsOf(name).length - depth + 1 }, (_, n) => ancestorOf(name, depth + n));
  return [...ancestors, ...ancestors.map(wildcardOf)];
}

function denialRecords(zone: WorldZone, name: string): ResourceRecord[] {
  const names = spokenOf(zone, name);
  const soa = rr(zone.apex, 'SOA', zone.records[zone.apex]?.['SOA']?.[0] ?? '');
  if (zone.key === null) return [soa];
  const shape = shapeOf(zone);
  const { denial } = zone;
  if (denial === 'nsec') {
    const sets = nsecChain(shape).map(({ owner, next, types }) => [
      rr(owner, 'NSEC', `${next === '.' ? next : `${next}.`} ${typesText(types)}`),
    ]);
    return [...signedSet(zone, [soa]), ...sets.flatMap((set) => signedSet(zone, set))];
  }
  const { parameters, optOut } = denial;
  const salt = toUpperHex(parameters.salt) || '-';
  const wanted = names.map((each) => toBase32Hex(hashName(each, parameters)));
  const sets = nsec3Chain(shape, parameters, optOut)
    .filter(({ hash, next }) => {
      const [from, to] = [toBase32Hex(hash), toBase32Hex(next)];
      return wanted.some((each) => each === from || (from < to ? each > from && each < to : each > from || each < to));
    })
    .slice(0, 8)
    .map(({ hash, next, types }) => [
      rr(
        `${toBase32Hex(hash).toLowerCase()}.${zone.apex}`,
        'NSEC3',
        `1 ${optOut ? 1 : 0} ${parameters.iterations} ${salt} ${toBase32Hex(next)} ${typesText(types)}`,
      ),
    ]);
  return [...signedSet(zone, [soa]), ...sets.flatMap((set) => signedSet(zone, set))];
}

interface Given {
  answers: ResourceRecord[];
  authorities?: ResourceRecord[];
  responseCode?: number;
}

function recordsAt(zone: WorldZone, owner: string, type: string): ResourceRecord[] {
  if (type === 'DNSKEY' && owner === zone.apex) return zone.key === null ? [] : [zone.key.dnskey];
  return (zone.records[owner]?.[type] ?? []).map((text) => rr(owner, type, text));
}

/** The answers of a server of the zone, with DNSSEC records. */
function answerFrom(zone: WorldZone, name: string, type: string): Given {
  const dname = Object.keys(zone.records).find(
    (owner) => owner !== name && isAtOrBelow(name, owner) && zone.records[owner]?.['DNAME'] !== undefined,
  );
  if (dname !== undefined) {
    const kept = labelsOf(name).slice(0, labelsOf(name).length - labelsOf(dname).length);
    const target = (zone.records[dname]?.['DNAME']?.[0] ?? '').replace(/\.$/u, '');
    const made = rr(name, 'CNAME', `${joinLabels([...kept, ...labelsOf(target)])}.`);
    return { answers: [...signedSet(zone, recordsAt(zone, dname, 'DNAME')), made] };
  }
  for (const wanted of [type, 'CNAME']) {
    const own = recordsAt(zone, name, wanted);
    if (own.length > 0) return { answers: signedSet(zone, own) };
  }
  const truth = truthOf(shapeOf(zone), { name, type: typeCode(type) });
  if (truth === 'exists') {
    for (let count = labelsOf(name).length - 1; count >= labelsOf(zone.apex).length; count--) {
      const star = wildcardOf(ancestorOf(name, count));
      const found = ['CNAME', type].map((wanted) => recordsAt(zone, star, wanted)).find(({ length }) => length > 0);
      if (found === undefined) continue;
      const renamed = signedSet(zone, found).map((record) => ({ ...record, name }));
      return { answers: renamed, authorities: denialRecords(zone, name) };
    }
  }
  const responseCode = truth === 'nxdomain' ? responseCodes.nameError : responseCodes.noError;
  return { answers: [], authorities: denialRecords(zone, name), responseCode };
}

/** A resolver with CD over the zones; the deepest zone answers, for DS its parent. */
export function worldLookup(zones: readonly WorldZone[]): ValidationLookup & { asked: string[] } {
  const asked: string[] = [];
  const lookup: ValidationLookup = (name, type) => {
    asked.push(`${name} ${type}`);
    const zone = zones
      .filter(({ apex }) => isAtOrBelow(name, apex) && !(type === 'DS' && apex === name && name !== '.'))
      .toSorted((a, b) => labelsOf(b.apex).length - labelsOf(a.apex).length)[0];
    if (zone === undefined) return Promise.resolve(null);
    const query = buildQuery({ id: 1, name, type: typeCode(type) });
    const message = reply(query, {
      authorities: [],
      ...answerFrom(zone, name, type),
      flags: flagsOf({ response: true }),
    });
    return Promise.resolve(zone.spoil === undefined ? message : zone.spoil(message, name, type));
  };
  return Object.assign(lookup, { asked });
}
