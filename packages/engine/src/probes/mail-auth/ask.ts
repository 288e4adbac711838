import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import { parseRdata, txtOctets } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { SpfLookup } from '@perimeter/protocols/spf/lookup';
import { isSpf } from '@perimeter/protocols/spf/parse';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import type { MailRoute } from '../../evidence/mail-auth/schema.ts';
import {
  exchangesOf,
  failureIn,
  hasFailed,
  isText,
  maxTextOctets,
  statusOf,
  textAnswerOf,
} from '../../evidence/mail-auth/read-answer.ts';
import type { ProbeContext } from '../probe.ts';
import { askValidated } from '../belief.ts';

export { textAnswerOf } from '../../evidence/mail-auth/read-answer.ts';

/** The probe's resolver and signal. */
export type Asker = Pick<ProbeContext, 'resolver' | 'signal'>;

/** Most bytes of SPF records read in one tree. */
const maxTreeOctets = 16_384;

/** The TXT values of a name. */
export const askText = async ({ resolver, signal }: Asker, name: string, type: 'TXT' | 'SPF' = 'TXT') =>
  textAnswerOf(await resolver.query(name, type, { signal }));

/** Size in bytes of a message with this TXT answer: header, question, records with compressed owners, EDNS (RFC 1035 section 4). */
export function answerOctets({ name, records }: DnsAnswer): number {
  if (records.length === 0) return 0;
  const data = records.map((record) => parseRdata(typeCode('TXT'), record.data).length + 12);
  return data.reduce((sum, octets) => sum + octets, 12 + name.length + 2 + 4 + 11);
}

function addressOf(answers: readonly DnsAnswer[]): MailRoute['address'] {
  if (answers.some(({ status }) => status === 'answer')) return 'yes';
  return answers.some(({ status }) => hasFailed(status)) ? 'unknown' : 'no';
}

/** Mail routing of a name. */
export async function askRoute(context: ProbeContext, name: string): Promise<MailRoute> {
  const [mx, ...addresses] = await Promise.all([
    askValidated(context, name, 'MX'),
    askValidated(context, name, 'A'),
    askValidated(context, name, 'AAAA'),
  ]);
  return { status: statusOf(mx), hosts: exchangesOf(mx), address: addressOf(addresses), ...failureIn(mx) };
}

const readers: Partial<Record<string, (answer: DnsAnswer) => string[]>> = {
  TXT: ({ records }) => records.filter(isText).map(({ data }) => txtOctets(data)),
  MX: (answer) => exchangesOf(answer).map(({ host }) => host),
};

/**
 * The queries of an SPF survey. Records beyond the limits count as unanswered: one over 8 KiB, or more in total than
 * evidence may contain.
 */
export function spfLookup(context: ProbeContext): SpfLookup {
  const { resolver, signal, target } = context;
  let octets = 0;
  return async (name, type) => {
    const isOwn = isAtOrBelow(name, target.domain) && (type === 'TXT' || type === 'MX');
    const answer = await (isOwn ? askValidated(context, name, type) : resolver.query(name, type, { signal }));
    if (hasFailed(answer.status)) return null;
    const values = readers[type]?.(answer) ?? answer.records.map(({ data }) => data);
    const records = type === 'TXT' ? values.filter(isSpf) : [];
    octets += records.reduce((sum, { length }) => sum + length, 0);
    return records.some(({ length }) => length > maxTextOctets) || octets > maxTreeOctets ? null : values;
  };
}
