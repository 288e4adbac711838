import { queryEdns } from '@perimeter/protocols/dns/edns';
import { flagsOf, type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { parseRdata } from '@perimeter/protocols/dns/rdata';
import { chaosClass, internetClass } from '@perimeter/protocols/dns/record';
import { typeCode } from '@perimeter/protocols/dns/types';
import type { oddServers } from '../../hosts/addresses.ts';

/** Which of the odd servers. */
export type OddServer = keyof typeof oddServers;

/** A reply without records or authority. */
export const empty = (query: Message, responseCode: number): Message => ({
  ...query,
  flags: flagsOf({ response: true }),
  responseCode,
  answers: [],
  authorities: [],
  additionals: [],
  edns: query.edns === null ? null : queryEdns(query.edns.dnssecOk),
});

/** For names outside its zones the third server refers to the root; it also discloses its version. */
export function outsideAnswer(query: Message, server: OddServer): Message {
  const [question] = query.questions;
  const refused = empty(query, responseCodes.refused);
  if (server !== 'odd3' || question === undefined) return refused;
  const record = (name: string, type: string, klass: number, data: string) => ({
    name,
    type: typeCode(type),
    class: klass,
    ttl: 300,
    rdata: parseRdata(typeCode(type), data),
  });
  if (question.class !== chaosClass) {
    return { ...refused, responseCode: 0, authorities: [record('.', 'NS', internetClass, 'a.root.')] };
  }
  if (!/^version\.(?:bind|server)$/i.test(question.name)) return refused;
  const flags = flagsOf({ response: true, authoritative: true });
  return { ...refused, flags, responseCode: 0, answers: [record(question.name, 'TXT', chaosClass, '"OddNS 4.1.7"')] };
}
