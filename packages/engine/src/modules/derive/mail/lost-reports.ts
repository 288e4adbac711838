import type { DmarcRecord } from '@perimeter/protocols/dmarc/record';
import type { MailAuthEvidence } from '../../../evidence/mail-auth/schema.ts';
import type { TextAnswer } from '../../../evidence/mail-auth/text-answer.ts';
import { isDeaf } from './facts.ts';
import { isUnregistered } from './registration.ts';
import { shorten } from '../../../evidence/words/text.ts';

/** The fault of a mailto address with a single-label host, which is no Internet domain; null: none. */
export function oneLabelHost(text: string): string | null {
  const [, host] = /^mailto:[^?@]+@([a-z\d-]+)$/i.exec(text) ?? [];
  return host === undefined
    ? null
    : `${shorten(text, 80)} names the host ${shorten(host, 63)}, which is no full domain name`;
}

const whyLost = (text: string): string => oneLabelHost(text) ?? `${shorten(text, 80)} is no mailto: address`;

/** Why aggregate reports do not arrive: invalid addresses, and hosts that accept no mail. */
export function lostReports(mail: MailAuthEvidence, rua: DmarcRecord['rua']): string[] {
  const deaf = mail.destinations.filter(
    ({ tag, host, route }) => tag === 'rua' && isDeaf(route) && !isUnregistered(mail, host),
  );
  const wrong = rua.filter(({ scheme, host }) => host === null || scheme !== 'mailto').map(({ text }) => whyLost(text));
  return [...new Set([...wrong, ...deaf.map(({ host }) => `${host} takes no mail`)])];
}

/** The DMARC or TLS-RPT record that is an alias of this name, which does not exist. */
export const lostRecord = (mail: MailAuthEvidence, name: string): TextAnswer | undefined =>
  [mail.tlsRpt, ...mail.dmarc.walk.map(({ answer }) => answer)].find(
    ({ status, aliases }) => status === 'nxdomain' && aliases.at(-1) === name,
  );
