import { ednsFlagsOf, extendedErrorsOf } from '@perimeter/protocols/dns/edns';
import type { HeaderFlag, Message } from '@perimeter/protocols/dns/message';
import { canonicalOrSent } from '@perimeter/protocols/dns/rdata';
import type { ResourceRecord } from '@perimeter/protocols/dns/record';
import { typeName } from '@perimeter/protocols/dns/types';
import { storedRdata } from '@perimeter/protocols/exposure/texts/text-secrets';
import type { DnsRecord } from '../../../evidence/dns/schema.ts';
import type { ReadableReply, ZoneReply } from '../../../evidence/zone/reply-schema.ts';
import type { DirectArrival } from '../../../net/authoritative/question.ts';
import { zoneLimits } from '../questions.data.ts';

const flagNames: readonly (readonly [HeaderFlag, ReadableReply['flags'][number]])[] = [
  ['authoritative', 'aa'],
  ['truncated', 'tc'],
  ['recursionDesired', 'rd'],
  ['recursionAvailable', 'ra'],
  ['reserved', 'z'],
  ['authenticated', 'ad'],
  ['checkingDisabled', 'cd'],
];

/** A record prints as up to four characters per byte. */
const maxDataCharacters = 8_192;

const recordOf = (record: ResourceRecord): DnsRecord => ({
  name: record.name.toLowerCase(),
  type: typeName(record.type),
  ttl: record.ttl,
  data: storedRdata(record.type, canonicalOrSent(record)).slice(0, maxDataCharacters),
});

const placeOf = ({ name, type, data }: DnsRecord): string => `${name} ${type} ${data}`;

const section = (records: readonly ResourceRecord[]): DnsRecord[] =>
  records
    .slice(0, zoneLimits.records)
    .map(recordOf)
    .toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));

const isAddress = ({ type }: DnsRecord): boolean => type === 'A' || type === 'AAAA';

/** A message for evidence. */
function replyOf(message: Message, askedName: string): ReadableReply {
  const { edns, flags, answers, authorities, additionals } = message;
  const [question] = message.questions;
  return {
    readable: true,
    rcode: message.responseCode,
    flags: flagNames.flatMap(([flag, short]) => (flags[flag] ? [short] : [])),
    hasQuestion: question !== undefined,
    sameCase: question === undefined || question.name === askedName,
    ednsPresent: edns !== null,
    options: (edns?.options ?? []).map(({ code }) => code),
    ednsFlags: edns === null ? 0 : ednsFlagsOf(edns),
    extendedErrors: extendedErrorsOf(edns).slice(0, 8),
    answer: section(answers),
    authority: section(authorities),
    additional: section(additionals).filter(isAddress),
    counts: { answer: answers.length, authority: authorities.length, additional: additionals.length },
  };
}

/** A reply for full evidence: its head, and its record counts. */
export const headOf = (reply: ReadableReply): ReadableReply => ({
  ...reply,
  answer: reply.answer.slice(0, 2).filter(({ data }) => data.length < 300),
  authority: [],
  additional: [],
});

/** A reply for evidence. */
export function contentOf({ reply, start }: DirectArrival, askedName: string): ZoneReply {
  if (reply.readable) return replyOf(reply.message, askedName);
  return { readable: false, problem: reply.problem, start: Buffer.from(start ?? []).toString('base64') };
}
