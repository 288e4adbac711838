import { createServer, type SecureContext, createSecureContext } from 'node:tls';
import { once } from 'node:events';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { dayMs } from '@perimeter/protocols/durations';
import { signCertificate } from '../../pki/certificate.ts';
import { generateKey, keyPem } from '../../pki/keys.ts';
import { pem } from '../../pki/pem.ts';

/** A TLS-intercepting proxy: issues a certificate for any requested name by its own authority. */
export interface TlsBreaker {
  /** ADDRESS:PORT on loopback. */
  readonly place: string;
  readonly issuer: string;
  readonly stop: () => Promise<void>;
}

/** Starts one on a free loopback port. It does not answer within TLS. */
export async function startTlsBreaker(): Promise<TlsBreaker> {
  const commonName = 'Lab Inspection Proxy';
  const authority = generateKey('p256');
  const key = generateKey('p256');
  const valid = { notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + dayMs) };
  const issuer = { commonName, key: authority };
  const root = signCertificate({ commonName, publicKey: authority, role: 'authority', ...valid }, issuer);
  const identityFor = (name: string): { key: string; cert: string } => {
    const content = { commonName: name, publicKey: key, role: 'server', dnsNames: [name], ...valid } as const;
    const chain = [signCertificate(content, issuer), root];
    return { key: keyPem(key), cert: chain.map((der) => pem('CERTIFICATE', der)).join('') };
  };
  const contextFor = (name: string): SecureContext => createSecureContext(identityFor(name));
  const server = createServer(
    { ...identityFor('proxy.lab'), SNICallback: (name, done) => done(null, contextFor(name)) },
    (socket) => socket.on('error', () => {}).end(),
  );
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const port = await takeFreePort(server);
  return {
    place: `127.0.0.1:${port}`,
    issuer: `CN=${commonName}`,
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
