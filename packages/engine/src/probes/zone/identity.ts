import { ednsOptions } from '@perimeter/protocols/dns/edns';
import { escapeBytes } from '@perimeter/protocols/dns/escape';
import type { Message } from '@perimeter/protocols/dns/message';
import { txtOctets } from '@perimeter/protocols/dns/rdata';
import { typeCode } from '@perimeter/protocols/dns/types';
import { storedRdata } from '@perimeter/protocols/exposure/texts/text-secrets';
import { seen } from '../../evidence/observed.ts';
import type { ZoneServer } from '../../evidence/zone/schema.ts';
import { type Answers, failureOf, messageIn } from './asking.ts';
import { echoesFlag, echoesOption } from './questions.ts';

/** Most identity texts kept of a server, and their length. */
const [maxTexts, maxText] = [8, 512];

const txt = typeCode('TXT');

function textsIn(message: Message | null): string[] {
  const records = (message?.answers ?? []).filter(({ type }) => type === txt);
  return records.slice(0, maxTexts).map(({ type, rdata }) => txtOctets(storedRdata(type, rdata)).slice(0, maxText));
}

/** Texts with a server's version. */
export function versionOf(answers: Answers): ZoneServer['version'] {
  const message = messageIn(answers.get('version'));
  if (message === null) return failureOf(answers.get('version'));
  return seen([...new Set([...textsIn(message), ...textsIn(messageIn(answers.get('version-server')))])]);
}

const codesIn = (message: Message | null): number[] => (message?.edns?.options ?? []).map(({ code }) => code);

/** What a server does with EDNS. */
export function ednsOf(answers: Answers): ZoneServer['edns'] {
  const message = messageIn(answers.get('SOA'));
  if (message === null) return failureOf(answers.get('SOA'));
  const option = messageIn(answers.get('edns-option'));
  const flag = messageIn(answers.get('edns-flag'));
  const version1 = messageIn(answers.get('edns-version'));
  const identity = messageIn(answers.get('id-server'));
  const nsid = identity?.edns?.options.find(({ code }) => code === ednsOptions.nsid)?.data;
  return seen({
    version: message.edns?.version ?? null,
    udpBytes: message.edns?.udpBytes ?? null,
    options: codesIn(message).slice(0, 32),
    cookie: [...codesIn(message), ...codesIn(identity)].includes(ednsOptions.cookie),
    nsid: nsid === undefined ? null : escapeBytes(nsid, '\\', { from: 0x20 }).slice(0, maxText),
    echoesOption: option === null ? null : echoesOption(codesIn(option)),
    echoesFlag: flag === null ? null : echoesFlag(flag.edns?.otherFlags ?? 0),
    toVersion1: version1 === null ? null : { rcode: version1.responseCode, version: version1.edns?.version ?? null },
  });
}
