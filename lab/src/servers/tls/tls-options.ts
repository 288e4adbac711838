import { readFileSync } from 'node:fs';
import { createSecureContext, type TlsOptions } from 'node:tls';
import type { Endpoint } from '../../hosts/endpoint.ts';
import { rootCertificateFile } from '../../issuance/files.ts';
import type { ListenOptions } from '../../machine/listen.ts';
import { anyCertificateTls, badTls, keysOf, modernTls } from './modern-tls.ts';
import { postQuantumTls } from './post-quantum.ts';

/** Hosts whose TLS is a matter of settings of Node's own; all others speak it as a modern site does. */
const settings: Readonly<Record<string, (endpoint: Endpoint, address: string) => ListenOptions>> = {
  'pq.lab': postQuantumTls,
  'bad.lab': badTls,
  'tls13.lab': (endpoint) => ({ ...modernTls(endpoint), minVersion: 'TLSv1.3' }),
  'aplus-tls.lab': (endpoint) => ({ ...modernTls(endpoint), maxVersion: 'TLSv1.2' }),
  'client-auth.lab': mutualTls,
  'mtls.lab': mutualTls,
  'alpn-lax.lab': withoutAlpn,
  'alpaca.lab': withoutAlpn,
  'ccm8.lab': (endpoint) => ({
    ...modernTls(endpoint),
    ciphers:
      'TLS_AES_128_GCM_SHA256:TLS_AES_128_CCM_8_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-CCM8:@SECLEVEL=0',
  }),
  'weak-groups.lab': (endpoint) => ({
    ...modernTls(endpoint),
    ciphers: 'TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:@SECLEVEL=0',
    ecdhCurve: 'X25519:P-256:secp224r1:prime192v1',
  }),
  'h2only.lab': (endpoint) => ({ ...modernTls(endpoint), ALPNProtocols: ['h2'] }),
  'x448.lab': (endpoint) => ({ ...modernTls(endpoint), minVersion: 'TLSv1.3', ecdhCurve: 'X448' }),
  'classical.lab': (endpoint) => ({ ...modernTls(endpoint), ecdhCurve: 'X25519:P-256:P-384' }),
  'ticket-keys.lab': (endpoint) => ({ ...modernTls(endpoint), newTicketKeyMs: 1_000 }),
  'two-versions.lab': (endpoint, address) =>
    address.includes(':')
      ? { ...modernTls(endpoint), ciphers: 'DEFAULT:@SECLEVEL=0', minVersion: 'TLSv1', maxVersion: 'TLSv1.2' }
      : modernTls(endpoint),
};

function mutualTls(endpoint: Endpoint): ListenOptions {
  return {
    ...modernTls(endpoint),
    requestCert: true,
    rejectUnauthorized: true,
    ca: readFileSync(rootCertificateFile),
  };
}

function withoutAlpn(endpoint: Endpoint): TlsOptions {
  const { ALPNProtocols: _alpn, ...rest } = modernTls(endpoint);
  return rest;
}

/** How an endpoint speaks TLS at one of its addresses. */
export function tlsOptions(endpoint: Endpoint, address: string): ListenOptions {
  const special = settings[endpoint.host];
  const options =
    special?.(endpoint, address) ??
    (endpoint.host.startsWith('cert-') ? anyCertificateTls(endpoint) : modernTls(endpoint));
  return { ...options, ...certificatesFor(endpoint, address, options) };
}

/** What a host serves at this kind of address only, or to clients that name this host, another or none. */
function certificatesFor(endpoint: Endpoint, address: string, options: TlsOptions): TlsOptions {
  const cases = new Set(endpoint.certificates?.map(({ served }) => served));
  const kind = address.includes(':') ? 'ipv6' : 'ipv4';
  if (cases.has(kind)) return keysOf(endpoint, kind);
  if (cases.has('no-sni')) {
    const named = createSecureContext(options);
    return { ...keysOf(endpoint, 'no-sni'), SNICallback: (_name, done) => done(null, named) };
  }
  if (!cases.has('www')) return {};
  // Node has one session context for all names, so that a session of one name can be resumed for another.
  const www = createSecureContext({ ...options, ...keysOf(endpoint, 'www') });
  const apex = createSecureContext(options);
  return { SNICallback: (name, done) => done(null, name.startsWith('www.') ? www : apex) };
}
