// The domains' web and mail servers, in a process on the servers' side: node servers.ts; prints "ready".
import { generateKeyPairSync } from 'node:crypto';
import type { TlsOptions } from 'node:tls';
import { authorityFromStore } from '@perimeter/lab/issuance/files';
import { listening, listenTcp, listenTls } from '@perimeter/lab/machine/listen';
import { signCertificate } from '@perimeter/lab/pki/certificate';
import { pem } from '@perimeter/lab/pki/pem';
import { serveSmtp } from '@perimeter/lab/servers/mail/smtp';
import { serveSite } from '@perimeter/lab/servers/web';
import { dayMs } from '@perimeter/protocols/durations';
import { addressesAt, townDomains } from './domains.ts';

const group = listening();
const authority = authorityFromStore('public-e1');

/** TLS 1.2 and 1.3 with a certificate of one of the lab's public roots. */
function tlsOf(host: string, names: readonly string[]): TlsOptions {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const life = { notBefore: new Date(Date.now() - 5 * dayMs), notAfter: new Date(Date.now() + 80 * dayMs) };
  const leaf = signCertificate(
    { commonName: host, publicKey: key, role: 'server', dnsNames: names, ...life },
    authority,
  );
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    cert: [leaf, authority.der].map((der) => pem('CERTIFICATE', der)).join(''),
    minVersion: 'TLSv1.2',
    honorCipherOrder: true,
  };
}

await Promise.all(
  townDomains.flatMap(({ host, site, web, mail }) => {
    const tls = { ...tlsOf(host, [host, `www.${host}`]), ALPNProtocols: ['http/1.1'] };
    const pages = addressesAt(web).flatMap((address) => [
      listenTcp(group, { host: address, port: 80 }, (socket) => serveSite(socket, site.http)),
      listenTls(group, { host: address, port: 443 }, tls, (socket) => serveSite(socket, site.https)),
    ]);
    if (mail === null) return pages;
    const name = `mail.${host}`;
    const capabilities = ['PIPELINING', 'SIZE 10485760', '8BITMIME'];
    const server = { host: name, banner: `${name} ESMTP`, capabilities, tls: tlsOf(name, [name]) };
    const mails = addressesAt(mail).map((address) =>
      listenTcp(group, { host: address, port: 25 }, (socket) => serveSmtp(socket, server)),
    );
    return [...pages, ...mails];
  }),
);
console.log('ready');
