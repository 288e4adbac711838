import type { DmarcRecord } from '@perimeter/protocols/dmarc/record';
import type { MailAuthEvidence } from '../../../evidence/mail-auth/schema.ts';
import { shorten } from '../words/text.ts';
import { isDeaf } from './facts.ts';
import { isUnregistered } from './registration.ts';

/** What is wrong with an address that mail cannot be sent to: a host of one label is no domain on the Internet. */
function whyLost(text: string): string {
  const [, host] = /^mailto:[^?@]+@([a-z\d-]+)$/i.exec(text) ?? [];
  const shown = shorten(text, 80);
  return host === undefined
    ? `${shown} is no mailto: address`
    : `${shown} names the host ${shorten(host, 63)}, which is no full domain name`;
}

/** Why aggregate reports do not arrive: addresses that are none, and hosts that take no mail. */
export function lostReports(mail: MailAuthEvidence, rua: DmarcRecord['rua']): string[] {
  const deaf = mail.destinations.filter(
    ({ tag, host, route }) => tag === 'rua' && isDeaf(route) && !isUnregistered(mail, host),
  );
  const wrong = rua.filter(({ scheme, host }) => host === null || scheme !== 'mailto').map(({ text }) => whyLost(text));
  return [...new Set([...wrong, ...deaf.map(({ host }) => `${host} takes no mail`)])];
}
