import { printRdata } from '@perimeter/protocols/dns/rdata';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { parseRecords } from '@perimeter/protocols/dns/record-line';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { OwnKey } from '../own-keys.ts';
import { signature } from '../own-signing.ts';
import { loadZone, type LoadedZone } from '../own-zones.ts';
import type { LiveSigning, Zone } from '../zone.ts';

const dnskey = typeCode('DNSKEY');

/** A zone with the key that signs its answers. */
export interface LiveZone {
  readonly zone: Zone;
  readonly key: OwnKey;
  readonly live: LiveSigning;
}

/** The zone in memory, with its key among the records. */
export interface LoadedLiveZone extends LiveZone {
  readonly loaded: LoadedZone;
}

/** Signatures are valid for a day. */
const hoursOfDay = 23;

/** Reads the zone. */
export function loadLive(one: LiveZone): LoadedLiveZone {
  const loaded = loadZone(one.zone);
  const { origin } = loaded;
  const keys = parseRecords(`${origin}. 300 IN DNSKEY ${printRdata(dnskey, one.key.rdata)}`);
  const apex = [...(loaded.records.get(origin) ?? []), ...keys];
  return { ...one, loaded: { ...loaded, records: new Map([...loaded.records, [origin, apex]]) } };
}

/** The records with the signature of each set after it. */
export function signed(
  records: readonly ResourceRecord[],
  { loaded, key, live }: Omit<LoadedLiveZone, 'zone'>,
): ResourceRecord[] {
  const hoursAgo = live.beginsInSeconds === undefined ? 1 : -live.beginsInSeconds / 3_600;
  // Those that began longer than a day ago have ended.
  const hours = hoursAgo > hoursOfDay ? hoursOfDay - hoursAgo : hoursOfDay;
  const sets = Object.values(Object.groupBy(records, ({ name, type }) => `${name} ${type}`));
  return sets.flatMap((set = []) => [...set, ...parseRecords(signature(set, loaded.origin, key, { hours, hoursAgo }))]);
}

/** Records from lines of a zone file, with their signatures. */
export const signedLines = (
  records: readonly ResourceRecord[],
  lines: readonly string[],
  zone: LoadedLiveZone,
): ResourceRecord[] => signed([...records, ...parseRecords(lines.join('\n'))], zone);
