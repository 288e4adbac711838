import { readableIn, serialIn, soaReplyOf } from './replies.ts';
import type { ZoneServer } from './schema.ts';
import { askedServers, type FoundZone } from './servers.ts';

/** The fields of a SOA record (RFC 1035 section 3.3.13), in seconds. */
export interface Soa {
  mname: string;
  rname: string;
  serial: number;
  refresh: number;
  retry: number;
  expire: number;
  minimum: number;
}

/** Reads the data of a SOA record; null where it is none. */
export function readSoa(data: string): Soa | null {
  const [, mname = '', rname = '', ...numbers] = /^(\S+) (\S+) (\d+) (\d+) (\d+) (\d+) (\d+)$/.exec(data) ?? [];
  const [serial, refresh, retry, expire, minimum] = numbers.map(Number);
  if (serial === undefined || refresh === undefined || retry === undefined) return null;
  if (expire === undefined || minimum === undefined) return null;
  return { mname: mname.toLowerCase(), rname, serial, refresh, retry, expire, minimum };
}

/** The SOA of each address that gave one, and the records it came in. */
export interface ServedSoa {
  server: ZoneServer;
  soa: Soa;
  data: string[];
}

/** The SOA of each server, over UDP or, if that failed or was truncated, over TCP. */
export const servedSoas = (zone: FoundZone): ServedSoa[] =>
  askedServers(zone).flatMap((server) => {
    const reply = soaReplyOf(zone, server);
    const data = (reply?.answer ?? [])
      .filter(({ type, name }) => type === 'SOA' && name === zone.name)
      .map((record) => record.data);
    const soa = readSoa(data[0] ?? '');
    return soa === null ? [] : [{ server, soa, data }];
  });

/** The SOA in force: from a server of the zone, else from the resolver. */
export function soaOf(zone: FoundZone): { soa: Soa; data: string } | null {
  const [served] = servedSoas(zone);
  if (served !== undefined) return { soa: served.soa, data: served.data[0] ?? '' };
  const record = zone.lookups
    .find(({ name, type }) => name === zone.name && type === 'SOA')
    ?.records.find(({ type }) => type === 'SOA');
  const soa = readSoa(record?.data ?? '');
  return record === undefined || soa === null ? null : { soa, data: record.data };
}

/** Serials that differ among servers of one primary (same MNAME), now and a while later. */
export function driftOf(zone: FoundZone) {
  const served = servedSoas(zone).map(({ server, soa: { mname, serial } }) => {
    const later = readableIn(zone, server.battery['SOA-later']);
    return { server, mname, serial, later: later === null ? null : serialIn(later) };
  });
  const apart = [...new Set(served.map(({ mname }) => mname))].find(
    (mname) => new Set(served.filter((one) => one.mname === mname).map(({ serial }) => serial)).size > 1,
  );
  return { served, own: served.filter(({ mname }) => mname === apart) };
}
