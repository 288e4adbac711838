import { setTimeout as sleep } from 'node:timers/promises';
import { ByteReader } from '@perimeter/protocols/byte-reader';
import { parseRdata } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { z } from 'zod';
import type { caaFacts } from '../../evidence/certificates/schema.ts';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { weakest } from '../../net/dnssec/validator/security.ts';
import { believed } from '../belief.ts';
import type { ProbeContext } from '../probe.ts';

type CaaFacts = z.infer<typeof caaFacts>;
type CaaRecord = CaaFacts['records'][number];

/** A name and its parents without the root (RFC 8659 section 3). Queries beyond the audit's share have no answer. */
export function climbOf(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** RDATA as flags, tag and value (RFC 8659 section 4.1); null where it is malformed. */
export function readCaa(data: string): CaaRecord | null {
  // Unknown form (RFC 3597): the resolver client could not parse it either.
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

/** Milliseconds before a retry after an error. */
const secondLookMs = 1_000;

/** True where this audit ended the query, so that a retry makes no sense. */
const isOurs = ({ failure }: DnsAnswer): boolean => failure?.reason === 'budget' || failure?.reason === 'cancelled';

/** Retries a query without an answer, as CAs do: with CD off, because answers to the first one are cached. */
async function askTwice(resolver: ProbeContext['resolver'], name: string, signal: AbortSignal) {
  const answer = await resolver.query(name, 'CAA', { signal });
  if (hasAnswered(answer) || isOurs(answer)) return { answer, again: null };
  await sleep(secondLookMs, undefined, { signal }).catch(() => {});
  const second = await resolver.query(name, 'CAA', { signal, checkingDisabled: false });
  return { answer: hasAnswered(second) ? second : answer, again: second.status };
}

/** The records that a CA finds for a host: those of the closest name with records; an unanswered name ends the climb. */
export async function findCaa(context: ProbeContext, host: string): Promise<CaaFacts> {
  const { resolver, signal, validator } = context;
  const climb = climbOf(host).map(async (name) => {
    const [{ answer, again }, validated] = await Promise.all([
      askTwice(resolver, name, signal),
      validator.validate(name, 'CAA'),
    ]);
    const { answer: own, ...judged } = await believed(context, answer, validated);
    return { ...own, judged, again };
  });
  const answers = await Promise.all(climb);
  const end = answers.findIndex((answer) => answer.records.length > 0 || !hasAnswered(answer));
  const asked = end < 0 ? answers : answers.slice(0, end + 1);
  const last = end < 0 ? undefined : answers[end];
  const found = last !== undefined && last.records.length > 0 ? last : null;
  const [first, ...above] = (found === null ? asked : [found]).map(({ judged }) => judged);
  const security = first === undefined ? 'indeterminate' : weakest(first, ...above).security;
  const read = (found?.records ?? []).map(({ data }) => ({ data, record: readCaa(data) }));
  return {
    host,
    climb: asked.map(({ name, status, judged, again }) => ({
      name,
      status,
      authenticated: judged.security === 'secure',
      security: judged.security,
      ...(again !== null && { again }),
    })),
    foundAt: found?.name ?? null,
    records: read.flatMap(({ record }) => record ?? []),
    malformed: read.flatMap(({ data, record }) => (record === null ? [data] : [])),
    authenticated: security === 'secure',
    security,
  };
}
