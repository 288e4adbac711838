import type { CertificateFault } from '../pki/recipes.data.ts';
import type { Endpoint } from './endpoint.ts';

const mail = (lastOctet: number, name: string, what: string, fault?: CertificateFault): Endpoint => ({
  host: `smtp-${name}.lab`,
  address: `192.0.2.${lastOctet}`,
  ipv6: false,
  server: 'node',
  ports: [25],
  what,
  certificates: [{ key: 'p256', ...(fault === undefined ? {} : { fault }) }],
  loopback: true,
});

/** The web server of all MTA-STS policies; what it answers depends on the name. */
export const policyHost = 'sts.lab';

/** Mail servers, each the only one of its domain; `servers/mail/kinds.ts` says how they behave. */
export const mailEndpoints: readonly Endpoint[] = [
  mail(133, 'plain', 'SMTP without STARTTLS'),
  { ...mail(134, 'tls', 'SMTP as it should be', 'mail-names'), ipv6: true },
  mail(135, 'tls10', 'SMTP with TLS 1.0 only'),
  mail(136, 'tls-old', 'SMTP with TLS 1.0 to 1.2 and static RSA', undefined),
  mail(137, 'tls-broken', 'SMTP that sends plaintext in place of a ServerHello'),
  mail(138, 'self-signed', 'SMTP with a self-signed certificate', 'self-signed'),
  mail(139, 'expired', 'SMTP with an expired certificate', 'expired'),
  mail(140, 'wrong-name', 'SMTP with the certificate of another name', 'wrong-host'),
  mail(141, 'auth', 'SMTP that takes passwords before TLS'),
  mail(142, 'banner', 'SMTP that greets with product and version'),
  mail(143, 'vrfy', 'SMTP that tells its users by VRFY and EXPN'),
  mail(144, 'late', 'SMTP that greets after six seconds'),
  mail(145, 'tarpit', 'SMTP that greets with one byte per second'),
  mail(146, '421', 'SMTP that greets with 421'),
  mail(147, '554', 'SMTP that greets with 554'),
  mail(148, '521', 'SMTP that greets with 521 (RFC 7504)'),
  mail(149, 'ehlo-refused', 'SMTP that refuses EHLO'),
  mail(150, 'masked', 'SMTP whose capabilities are replaced by X'),
  mail(151, 'many-lines', 'SMTP with 90 capabilities'),
  mail(152, 'silent', 'Takes connections on port 25 and never greets'),
  mail(153, 'injectable', 'SMTP that runs commands inside TLS that were sent before (CVE-2011-0411)'),
  mail(154, 'tls-refused', 'SMTP that offers STARTTLS and refuses it'),
  mail(156, 'null-suites', 'SMTP that accepts cipher suites without encryption, too'),
  {
    ...mail(157, 'two-keys', 'SMTP with a certificate for an ECDSA key and one for an RSA key'),
    certificates: [{ key: 'p256' }, { key: 'rsa2048' }],
  },
  mail(158, 'talks-early', 'SMTP that says more behind its greeting'),
  mail(173, 'secrets', 'SMTP that greets with a password and lists a token'),
  mail(159, 'talks-on', 'SMTP that says more behind its reply to STARTTLS'),
  {
    ...mail(155, '', 'MTA-STS policies of the zones sts-*', 'policy-names'),
    host: policyHost,
    ports: [443],
  },
];
