import { canonicalName } from '@perimeter/protocols/dns/name';
import { printRdata } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import { type Answers, messageIn } from './asking.ts';

const ns = typeCode('NS');

/** Names in NS records of the zone, in an authoritative answer. */
export function childNamesIn(answers: Answers, zone: string): string[] {
  const message = messageIn(answers.get('NS'));
  if (message === null || !message.flags.authoritative) return [];
  const records = message.answers.filter(({ name, type }) => type === ns && canonicalName(name) === zone);
  return records.map(({ type, rdata }) => canonicalName(printRdata(type, rdata)));
}
