import { parseRdata, txtOctets } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { SpfLookup } from '@perimeter/protocols/spf/lookup';
import { isSpf } from '@perimeter/protocols/spf/parse';
import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import type { MailRoute } from '../../evidence/mail-auth/schema.ts';
import type { TextAnswer } from '../../evidence/mail-auth/text-answer.ts';
import { netFailed } from '../../evidence/observed.ts';
import type { ProbeContext } from '../probe.ts';

/** How the probe asks: the shared resolver, and when to stop. */
export type Asker = Pick<ProbeContext, 'resolver' | 'signal'>;

/** A value is kept, and a record read, up to so many octets; SPF records of one tree together. */
const maxTextOctets = 8_192;
const maxTreeOctets = 16_384;
/** Values of a name that are kept. */
const maxTexts = 100;

type Status = TextAnswer['status'];

const hasFailed = (status: DnsAnswer['status']): boolean => !['answer', 'nodata', 'nxdomain'].includes(status);

const statusOf = ({ status }: DnsAnswer): Status =>
  status === 'answer' || status === 'nodata' || status === 'nxdomain' ? status : 'failed';

const failureOf = ({ status, failure }: DnsAnswer) =>
  hasFailed(status) ? { failure: failure ?? netFailed('malformed', 'resolver-status', status) } : {};

/** RDATA in the unknown form is no text. */
const isText = ({ data }: { data: string }): boolean => !data.startsWith('\\#');

/** Reads an answer as text. */
export function textAnswerOf(answer: DnsAnswer): TextAnswer {
  const texts = answer.records.filter(isText).map(({ data }) => txtOctets(data));
  return {
    name: answer.name,
    status: statusOf(answer),
    texts: texts.slice(0, maxTexts).map((text) => text.slice(0, maxTextOctets)),
    aliases: answer.cnames,
    ...failureOf(answer),
  };
}

/** The TXT values of a name. */
export const askText = async ({ resolver, signal }: Asker, name: string, type: 'TXT' | 'SPF' = 'TXT') =>
  textAnswerOf(await resolver.query(name, type, { signal }));

/** Octets of a message with this TXT answer: header, question, records with compressed owners, EDNS (RFC 1035 section 4). */
export function answerOctets({ name, records }: DnsAnswer): number {
  if (records.length === 0) return 0;
  const data = records.map((record) => parseRdata(typeCode('TXT'), record.data).length + 12);
  return data.reduce((sum, octets) => sum + octets, 12 + name.length + 2 + 4 + 11);
}

const readExchange = (data: string): { preference: number; host: string }[] => {
  const [, preference, host = ''] = /^(\d+) (.+)$/.exec(data) ?? [];
  return preference === undefined ? [] : [{ preference: Number(preference), host: host === '.' ? '' : host }];
};

/** MX hosts in the order of their preference. */
const exchangesOf = ({ records }: DnsAnswer): MailRoute['hosts'] =>
  records
    .flatMap(({ data }) => readExchange(data))
    .toSorted((a, b) => a.preference - b.preference || (a.host < b.host ? -1 : 1));

function addressOf(answers: readonly DnsAnswer[]): MailRoute['address'] {
  if (answers.some(({ status }) => status === 'answer')) return 'yes';
  return answers.some(({ status }) => hasFailed(status)) ? 'unknown' : 'no';
}

/** Where mail for a name goes. */
export async function askRoute({ resolver, signal }: Asker, name: string): Promise<MailRoute> {
  const [mx, ...addresses] = await Promise.all([
    resolver.query(name, 'MX', { signal }),
    resolver.query(name, 'A', { signal }),
    resolver.query(name, 'AAAA', { signal }),
  ]);
  return { status: statusOf(mx), hosts: exchangesOf(mx), address: addressOf(addresses), ...failureOf(mx) };
}

const readers: Partial<Record<string, (answer: DnsAnswer) => string[]>> = {
  TXT: ({ records }) => records.filter(isText).map(({ data }) => txtOctets(data)),
  MX: (answer) => exchangesOf(answer).map(({ host }) => host),
};

/**
 * The questions of an SPF survey. What no receiver would read to its end counts as unanswered: a record beyond 8 KiB, or
 * records that together are larger than evidence may be.
 */
export function spfLookup({ resolver, signal }: Asker): SpfLookup {
  let octets = 0;
  return async (name, type) => {
    const answer = await resolver.query(name, type, { signal });
    if (hasFailed(answer.status)) return null;
    const values = readers[type]?.(answer) ?? answer.records.map(({ data }) => data);
    const records = type === 'TXT' ? values.filter(isSpf) : [];
    octets += records.reduce((sum, { length }) => sum + length, 0);
    return records.some(({ length }) => length > maxTextOctets) || octets > maxTreeOctets ? null : values;
  };
}
