import { canonicalName } from '@perimeter/protocols/dns/name';
import { parseRdata } from '@perimeter/protocols/dns/rdata';
import { internetClass, type ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { type SigningFault, type Zone, zoneText } from './zone.ts';

/** A zone in memory: records by owner, with names in canonical form without a final dot. */
export interface LoadedZone {
  readonly origin: string;
  readonly records: ReadonlyMap<string, readonly ResourceRecord[]>;
  readonly fault: SigningFault | undefined;
}

const defaultTtl = 300;

/** Parses the zone's text, as the real name servers do. */
export function loadZone(zone: Zone): LoadedZone {
  const records = new Map<string, ResourceRecord[]>();
  for (const line of zoneText(zone)
    .split('\n')
    .filter((text) => text !== '' && !text.startsWith('$'))) {
    const [, owner = '', ttl, type = '', data = ''] = /^(\S+) (?:(\d+) )?IN (\S+) (.*)$/s.exec(line) ?? [];
    const code = typeCode(type);
    const name = absolute(owner, zone.origin);
    const record = {
      name,
      type: code,
      class: internetClass,
      ttl: ttl === undefined ? defaultTtl : Number(ttl),
      rdata: parseRdata(code, withAbsoluteNames(type, data, zone.origin)),
    };
    records.set(name, [...(records.get(name) ?? []), record]);
  }
  return { origin: canonicalName(`${zone.origin}.`), records, fault: zone.signing?.fault };
}

function absolute(name: string, origin: string): string {
  if (name === '@') return canonicalName(`${origin}.`);
  return canonicalName(name.endsWith('.') ? name : `${name}.${origin}.`);
}

/** Zone files may use names relative to the origin; the codec needs absolute ones. */
function withAbsoluteNames(type: string, data: string, origin: string): string {
  if (type === 'CNAME' || type === 'NS' || type === 'PTR') return data === '.' ? data : `${absolute(data, origin)}.`;
  if (type !== 'MX') return data;
  const [preference = '', exchange = ''] = data.split(' ');
  return `${preference} ${exchange === '.' ? exchange : `${absolute(exchange, origin)}.`}`;
}
