import type { DmarcRecord } from '@perimeter/protocols/dmarc/record';
import type { MailAuthEvidence } from '../../../evidence/mail-auth/schema.ts';
import { shorten } from '../words/text.ts';
import { isDeaf } from './facts.ts';
import { isUnregistered } from './registration.ts';

/** Why aggregate reports do not arrive: addresses that are none, and hosts that take no mail. */
export function lostReports(mail: MailAuthEvidence, rua: DmarcRecord['rua']): string[] {
  const deaf = mail.destinations.filter(
    ({ tag, host, route }) => tag === 'rua' && isDeaf(route) && !isUnregistered(mail, host),
  );
  const wrong = rua
    .filter(({ scheme, host }) => host === null || scheme !== 'mailto')
    .map(({ text }) => `${shorten(text, 80)} is no mailto: address`);
  return [...new Set([...wrong, ...deaf.map(({ host }) => `${host} takes no mail`)])];
}
