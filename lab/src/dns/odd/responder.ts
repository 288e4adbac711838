import { decodeMessage, type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { canonicalName, isAtOrBelow } from '@perimeter/protocols/dns/name';
import { chaosClass } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import { answer } from '../own-answer.ts';
import { loadZone, type LoadedZone } from '../own-zones.ts';
import { behaviours, type Sent } from './behaviours.ts';
import { empty, type OddServer, outsideAnswer } from './outside.ts';
import { servedZones } from './shared-zones.ts';
import type { Manner, OddZone } from './zones.data.ts';

const axfr = typeCode('AXFR');

interface Served {
  readonly zone: LoadedZone;
  readonly manner: Manner;
  count: number;
  firstMs: number | null;
}

/** A sound server: authoritative, no transfers, no other EDNS version (RFC 6891 section 6.1.3). */
export function soundAnswer(query: Message, zone: LoadedZone): Message {
  if ((query.edns?.version ?? 0) > 0) return empty(query, responseCodes.badVersion);
  if (query.questions[0]?.type === axfr) return empty(query, responseCodes.refused);
  return answer(query, [zone], 'authoritative');
}

const mannerOf = (zone: OddZone, server: OddServer): Manner =>
  (server === 'odd1' ? zone.odd1 : server === 'odd2' ? zone.odd2 : 'sound') ?? 'sound';

/** Parses a query and returns the reply. */
export function createResponder(server: OddServer): (bytes: Uint8Array, transport: 'udp' | 'tcp') => Sent {
  const served = servedZones.map((zone): Served => ({
    zone: loadZone(zone),
    manner: mannerOf(zone, server),
    count: 0,
    firstMs: null,
  }));
  return (bytes, transport) => {
    const query = decodeMessage(bytes);
    const name = canonicalName(query.questions[0]?.name ?? '.');
    const one = served.find(({ zone }) => isAtOrBelow(name, zone.origin));
    if (one === undefined || query.questions[0]?.class === chaosClass) return outsideAnswer(query, server);
    one.count += 1;
    one.firstMs ??= performance.now();
    const sinceMs = performance.now() - one.firstMs;
    const { zone, manner, count } = one;
    const own = [...zone.records.values()].flat();
    const records = own.toSorted((a, b) => Number(b.type === 6) - Number(a.type === 6));
    return behaviours[manner]({ query, sound: soundAnswer(query, zone), transport, count, sinceMs, records });
  };
}
