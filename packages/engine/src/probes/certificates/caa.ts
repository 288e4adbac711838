import { ByteReader } from '@perimeter/protocols/byte-reader';
import { parseRdata } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { z } from 'zod';
import type { caaFacts } from '../../evidence/certificates/schema.ts';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import type { ProbeContext } from '../probe.ts';

type CaaFacts = z.infer<typeof caaFacts>;
type CaaRecord = CaaFacts['records'][number];

/** Names on the way up that are asked at most. */
const maxNames = 10;

/** A name and those above it; the root is not asked (RFC 8659 section 3). */
export function climbOf(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.')).slice(-maxNames);
}

/** RDATA as flags, tag and value (RFC 8659 section 4.1); null where it cannot be read. */
export function readCaa(data: string): CaaRecord | null {
  // Unknown form (RFC 3597): the resolver client could make no sense of it either.
  if (data.startsWith('\\#')) return null;
  try {
    const reader = new ByteReader(parseRdata(typeCode('CAA'), data));
    const flags = reader.u8();
    const tag = new TextDecoder().decode(reader.vector8());
    return { flags, tag, value: new TextDecoder().decode(reader.rest()) };
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

const hasAnswered = ({ status }: DnsAnswer): boolean =>
  status === 'answer' || status === 'nodata' || status === 'nxdomain';

/** What a CA finds for a host: the records of the lowest name that has some; a name that does not answer ends the climb. */
export async function findCaa({ resolver, signal }: ProbeContext, host: string): Promise<CaaFacts> {
  const answers = await Promise.all(climbOf(host).map((name) => resolver.query(name, 'CAA', { signal })));
  const end = answers.findIndex((answer) => answer.records.length > 0 || !hasAnswered(answer));
  const asked = end < 0 ? answers : answers.slice(0, end + 1);
  const last = end < 0 ? undefined : answers[end];
  const found = last !== undefined && last.records.length > 0 ? last : null;
  const read = (found?.records ?? []).map(({ data }) => ({ data, record: readCaa(data) }));
  return {
    host,
    climb: asked.map(({ name, status, authenticated }) => ({ name, status, authenticated })),
    foundAt: found?.name ?? null,
    records: read.flatMap(({ record }) => record ?? []),
    malformed: read.flatMap(({ data, record }) => (record === null ? [data] : [])),
    authenticated: found?.authenticated ?? asked.every(({ authenticated }) => authenticated),
  };
}
