import { extendedErrorsOf } from '@perimeter/protocols/dns/edns';
import { type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { canonicalOrSent, printRdata } from '@perimeter/protocols/dns/rdata';
import { compareBytes } from '@perimeter/protocols/bytes';
import { internetClass, type ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeCode, typeName } from '@perimeter/protocols/dns/types';
import { storedRdata } from '@perimeter/protocols/exposure/texts/text-secrets';
import type { DnsAnswer, DnsRecord } from '../../evidence/dns/schema.ts';
import { netFailed } from '../../evidence/observed.ts';
import type { Exchanged } from './attempt.ts';

const cnameType = typeCode('CNAME');
const rrsigType = typeCode('RRSIG');
/** Resolvers stop at about this many aliases (unbound at 11, BIND at 16). */
const maxCnames = 16;

/** Most records of a set in evidence: honest sets have fewer than a hundred, and each may print as a kilobyte. */
const maxRecords = 256;

/** Records in canonical form and order (RFC 4034 section 6), so that equal answers are stored equally. */
const canonicalRecords = (records: readonly ResourceRecord[]): ResourceRecord[] =>
  records
    .map((record) => ({ ...record, rdata: canonicalOrSent(record) }))
    .toSorted((a, b) => compareBytes(a.rdata, b.rdata));

const recordOf = ({ name, type, ttl, rdata }: ResourceRecord): DnsRecord => ({
  name,
  type: typeName(type),
  ttl,
  data: storedRdata(type, rdata),
});

/** The first records of a set in canonical order. */
const shown = (records: readonly ResourceRecord[]): DnsRecord[] =>
  canonicalRecords(records).slice(0, maxRecords).map(recordOf);

/** Follows CNAMEs within one answer; null where they loop or do not end. */
function followCnames(records: readonly ResourceRecord[], name: string, type: number): string[] | null {
  const cnames: string[] = [];
  for (let owner = name; ;) {
    const here = records.filter((record) => record.name === owner);
    const alias = here.find((record) => record.type === cnameType);
    if (alias === undefined || here.some((record) => record.type === type)) return cnames;
    owner = printRdata(cnameType, alias.rdata).toLowerCase();
    if (owner === name || cnames.includes(owner) || cnames.length >= maxCnames) return null;
    cnames.push(owner);
  }
}

function statusOf(responseCode: number, count: number): DnsAnswer['status'] {
  if (responseCode === responseCodes.nameError) return 'nxdomain';
  if (responseCode === responseCodes.serverFailure) return 'servfail';
  if (responseCode === responseCodes.refused) return 'refused';
  if (responseCode !== responseCodes.noError) return 'failed';
  return count > 0 ? 'answer' : 'nodata';
}

const covers = (signature: ResourceRecord, type: number): boolean =>
  signature.rdata.length > 2 && (signature.rdata[0] ?? 0) * 256 + (signature.rdata[1] ?? 0) === type;

/** The part of an answer that does not depend on its content. */
const emptyAnswer = (name: string, type: string): DnsAnswer => ({
  name,
  type,
  status: 'failed',
  authenticated: false,
  transport: 'udp',
  cnames: [],
  records: [],
  extendedErrors: [],
});

/** Reads a decoded message as the answer to a question. */
function answerOf(name: string, type: string, message: Message, transport: 'udp' | 'tcp'): DnsAnswer {
  const base = { ...emptyAnswer(name, type), transport, extendedErrors: extendedErrorsOf(message.edns) };
  const fail = (...why: Parameters<typeof netFailed>): DnsAnswer => ({ ...base, failure: netFailed(...why) });
  const records = message.answers
    .filter((record) => record.class === internetClass)
    .map((record) => ({ ...record, name: record.name.toLowerCase() }));
  const wanted = typeCode(type);
  const cnames = followCnames(records, name, wanted);
  if (cnames === null) return fail('malformed', 'cname-loop', maxCnames);
  const owned = records.filter((record) => record.name === (cnames.at(-1) ?? name));
  const found = owned.filter((record) => record.type === wanted);
  const signatures = owned.filter((record) => record.type === rrsigType && covers(record, wanted));
  const status = statusOf(message.responseCode, found.length);
  if (status === 'failed') return fail('malformed', 'resolver-code', message.responseCode);
  return {
    ...base,
    status,
    authenticated: message.flags.authenticated,
    cnames,
    records: shown(found),
    ...(found.length > maxRecords && { recordCount: found.length }),
    ...(signatures.length > 0 && { signatures: shown(signatures) }),
  };
}

/** The answer by the resolver's message, or without records if there is none; name and type in canonical spelling. */
export function answerFrom({ name, type }: { name: string; type: string }, exchanged: Exchanged): DnsAnswer {
  const { transport } = exchanged;
  if (!exchanged.ok) return { ...emptyAnswer(name, type), transport, failure: exchanged.failure };
  return answerOf(name, type, exchanged.message, transport);
}
