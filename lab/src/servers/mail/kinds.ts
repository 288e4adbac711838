import type { TlsOptions } from 'node:tls';
import { planted } from '../../sites/planted.data.ts';
import type { MailServer } from './smtp.ts';

const legacyTls = (maxVersion: 'TLSv1' | 'TLSv1.2'): Partial<TlsOptions> => ({
  minVersion: 'TLSv1',
  maxVersion,
  ciphers: 'DEFAULT:@SECLEVEL=0',
});

/** How a mail server differs from a sound one: what it says, and its TLS. */
export interface MailKind extends Partial<Omit<MailServer, 'host' | 'tls'>> {
  /** Null: no STARTTLS. */
  readonly tls?: Partial<TlsOptions> | null;
}

const manyLines = Array.from({ length: 88 }, (_, index) => `XCAPABILITY${index}`);

/** Mail servers by host; every other one is sound. */
export const mailKinds: Readonly<Record<string, MailKind>> = {
  'mail.bad.lab': {
    banner: 'mail.bad.lab ESMTP Postfix (2.9.6) Debian/GNU',
    capabilities: ['PIPELINING', 'VRFY', 'AUTH PLAIN LOGIN', 'SIZE'],
    tls: null,
  },
  'starttls-inject.lab': { injectable: true },
  'smtp-plain.lab': { tls: null },
  'smtp-tls10.lab': { tls: legacyTls('TLSv1') },
  'smtp-tls-old.lab': { tls: legacyTls('TLSv1.2') },
  // Ordered by preference, so that only clients without other suites get them.
  'smtp-null-suites.lab': { tls: { maxVersion: 'TLSv1.2', ciphers: 'ALL:eNULL:@SECLEVEL=0' } },
  'smtp-tls-broken.lab': { insteadOfTls: 'NOT A SERVERHELLO\r\n' },
  'smtp-tls-refused.lab': { replies: { STARTTLS: '454 4.7.0 TLS not available\r\n' } },
  'smtp-auth.lab': { capabilities: ['PIPELINING', 'AUTH PLAIN LOGIN', 'SIZE 10485760'] },
  'smtp-banner.lab': { banner: 'smtp-banner.lab ESMTP Exim 4.92.1 Ubuntu' },
  'smtp-vrfy.lab': {
    capabilities: ['PIPELINING', 'VRFY', 'EXPN'],
    replies: {
      VRFY: '250 2.1.5 System administrator <root@smtp-vrfy.lab>\r\n',
      EXPN: '250-<alice@smtp-vrfy.lab>\r\n250 <bob@smtp-vrfy.lab>\r\n',
    },
  },
  'smtp-late.lab': { greetAfterMs: 6_000 },
  'smtp-tarpit.lab': { bytesPerSecond: 1 },
  'smtp-421.lab': { greeting: '421 4.7.0 Too many connections, come back later\r\n' },
  'smtp-554.lab': { greeting: '554 5.7.1 Your address is on a block list\r\n' },
  'smtp-521.lab': { greeting: '521 smtp-521.lab takes no mail\r\n' },
  'smtp-ehlo-refused.lab': { replies: { EHLO: '550 5.7.1 Name refused\r\n' } },
  'smtp-talks-early.lab': { greeting: '220 smtp-talks-early.lab ESMTP\r\n250 2.0.0 And what else?\r\n' },
  'smtp-talks-on.lab': { replies: { STARTTLS: '220 2.0.0 Ready to start TLS\r\n250 2.0.0 Or not\r\n' } },
  'smtp-masked.lab': { replies: { EHLO: '250-smtp-masked.lab\r\n250-SIZE\r\n250 XXXXXXXA\r\n' } },
  'smtp-many-lines.lab': { capabilities: manyLines },
  'smtp-silent.lab': { greeting: '' },
  'smtp-injectable.lab': { injectable: true },
  'smtp-secrets.lab': {
    banner: `smtp-secrets.lab ESMTP Exim 4.92.1 relay https://deploy:${planted.carried}@secrets.lab/ api_key=${planted.carried}`,
    capabilities: ['PIPELINING', `XAUTH TOKEN=${planted.carried}`, 'SIZE 10485760'],
  },
};
