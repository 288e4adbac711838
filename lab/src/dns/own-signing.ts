import { randomBytes } from 'node:crypto';
import { decodeRrsig, signedData } from '@perimeter/protocols/dns/dnssec';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { parseRecords } from '@perimeter/protocols/dns/record-line';
import { typeName } from '@perimeter/protocols/dns/types';
import { hourMs } from '@perimeter/protocols/durations';
import { denialLines } from './own-denial.ts';
import { keysOfTag, type OwnKey } from './own-keys.ts';
import { loadZone } from './own-zones.ts';
import type { OwnSigning, Zone } from './zone.ts';

const [usualHours, usualHoursAgo] = [28 * 24, 14 * 24];
const usualTtl = 300;

/** YYYYMMDDHHmmSS (RFC 4034 section 3.2). */
const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, 14);

const lineOf = ({ name, type, ttl, rdata }: ResourceRecord): string =>
  `${name}. ${ttl} IN ${typeName(type)} ${printRdata(type, rdata)}`;

/** The label count of a signature, without a leading star (RFC 4034 section 3.1.3). */
const countedLabels = (name: string): number => name.split('.').filter((label) => label !== '*').length;

/** A signature's validity, in hours from now. */
interface Validity {
  readonly hours?: number | undefined;
  readonly hoursAgo?: number;
}

/** One RRSIG over a set, as a line of a zone file. */
export function signature(
  set: readonly ResourceRecord[],
  zone: string,
  { algorithm, tag, sign }: Pick<OwnKey, 'algorithm' | 'tag' | 'sign'>,
  { hours = usualHours, hoursAgo = usualHoursAgo }: Validity,
): string {
  const [first] = set;
  if (first === undefined) throw new Error('Nothing to sign');
  const dates = `${stamp(Date.now() + hours * hourMs)} ${stamp(Date.now() - hoursAgo * hourMs)}`;
  const head = `${first.name}. ${first.ttl} IN RRSIG ${typeName(first.type)} ${algorithm} ${countedLabels(first.name)} ${first.ttl} ${dates} ${tag} ${zone}.`;
  const [unsigned] = parseRecords(`${head} AA==`);
  if (unsigned === undefined) throw new Error('No signature was read');
  return `${head} ${sign(signedData(decodeRrsig(unsigned.rdata), set)).toString('base64')}`;
}

/** Signs a zone with NSEC: the first key signs the keys, the last one all else. Returns the lines of its file. */
export function signOwn(zone: Zone, plan: OwnSigning, keys: readonly OwnKey[]): readonly string[] {
  const { origin, records } = loadZone(zone);
  const ttl = plan.ttl ?? usualTtl;
  const [entry, last = entry] = [keys[0], keys.at(-1)];
  if (entry === undefined || last === undefined) throw new Error(`${origin} has no key`);
  const decoys = plan.sameTag === undefined ? [] : keysOfTag(last.tag, plan.sameTag);
  const keyLines = [...keys.map(({ rdata }) => rdata), ...decoys].map(
    (rdata) => `${origin}. ${ttl} IN DNSKEY ${printRdata(48, rdata)}`,
  );
  const given = [...records.values()].flat().map((record) => ({ ...record, ttl }));
  const owned = [...given, ...parseRecords(keyLines.join('\n'))];
  const owners = Object.groupBy(owned, ({ name }) => name);
  const typesOf = (set: readonly ResourceRecord[] = []): string[] => [
    ...new Set(set.map(({ type }) => typeName(type))),
  ];
  const [hidden, hiddenType] = plan.hides ?? [];
  const isHidden = (name: string, type: string): boolean =>
    type === hiddenType && name === (hidden === '@' ? origin : `${hidden}.${origin}`);
  const types = Object.fromEntries(
    Object.entries(owners)
      .map(([name, set]) => [name, typesOf(set).filter((type) => !isHidden(name, type))] as const)
      .filter(([, listed]) => listed.length > 0),
  );
  const chain = denialLines({ apex: origin, owners: types }, { ttl, optOut: plan.optOut === true });
  const all = [...owned, ...parseRecords(chain.join('\n'))];
  const wrong = { algorithm: last.algorithm, tag: last.tag, sign: () => randomBytes(96) };
  const lines = Object.values(Object.groupBy(all, ({ name, type }) => `${name} ${type}`)).flatMap((set = []) => {
    const isKeys = set[0]?.type === 48;
    // Delegation NS sets are not signed by the parent (RFC 4035 section 2.2).
    if (set[0] !== undefined && typeName(set[0].type) === 'NS' && set[0].name !== origin) return set.map(lineOf);
    const traps = decoys.slice(0, isKeys ? 0 : decoys.length).map(() => signature(set, origin, wrong, plan));
    // With the key trap all signatures are wrong.
    const own = traps.length > 0 ? [] : [signature(set, origin, isKeys ? entry : last, plan)];
    return [...set.map(lineOf), ...own, ...traps];
  });
  // Names within record data are written without a final dot.
  return ['$ORIGIN .', ...lines, ''];
}
