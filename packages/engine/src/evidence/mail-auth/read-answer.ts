import { txtOctets } from '@perimeter/protocols/dns/rdata';
import type { DnsAnswer } from '../dns/schema.ts';
import { netFailed } from '../observed.ts';
import type { MailRoute } from './schema.ts';
import type { TextAnswer } from './text-answer.ts';

/** Bytes up to which a value is stored and a record read. */
export const maxTextOctets = 8_192;
/** Values of a name that are kept. */
const maxTexts = 100;

/** True where nothing follows from an answer. */
export const hasFailed = (status: DnsAnswer['status']): boolean => !['answer', 'nodata', 'nxdomain'].includes(status);

/** What an answer says of a name. */
export const statusOf = ({ status }: DnsAnswer): TextAnswer['status'] =>
  status === 'answer' || status === 'nodata' || status === 'nxdomain' ? status : 'failed';

/** Why nothing follows from an answer. */
export const failureIn = ({ status, failure }: DnsAnswer) =>
  hasFailed(status) ? { failure: failure ?? netFailed('malformed', 'resolver-status', status) } : {};

/** RDATA in the unknown form is no text. */
export const isText = ({ data }: { data: string }): boolean => !data.startsWith('\\#');

/** Reads an answer as text. */
export function textAnswerOf(answer: DnsAnswer): TextAnswer {
  const texts = answer.records.filter(isText).map(({ data }) => txtOctets(data));
  return {
    name: answer.name,
    status: statusOf(answer),
    texts: texts.slice(0, maxTexts).map((text) => text.slice(0, maxTextOctets)),
    aliases: answer.cnames,
    ...failureIn(answer),
  };
}

const readExchange = (data: string): { preference: number; host: string }[] => {
  const [, preference, host = ''] = /^(\d+) (.+)$/.exec(data) ?? [];
  return preference === undefined ? [] : [{ preference: Number(preference), host: host === '.' ? '' : host }];
};

/** MX hosts in the order of their preference. */
export const exchangesOf = ({ records }: DnsAnswer): MailRoute['hosts'] =>
  records
    .flatMap(({ data }) => readExchange(data))
    .toSorted((a, b) => a.preference - b.preference || (a.host < b.host ? -1 : 1));
