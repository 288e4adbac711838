import { readFileSync } from 'node:fs';
import type { TlsOptions } from 'node:tls';
import type { Endpoint } from '../endpoints.ts';
import { certificateFiles } from '../pki/store.ts';

/** TLS 1.2 and 1.3 with forward secrecy and AEAD only, with the certificates that the table gives the endpoint. */
export function modernTls(endpoint: Endpoint): TlsOptions {
  return {
    ...keysOf(endpoint),
    minVersion: 'TLSv1.2',
    ciphers: 'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
    honorCipherOrder: true,
    ALPNProtocols: ['http/1.1'],
  };
}

/** The same, also for keys and digests that OpenSSL refuses by default. */
export function anyCertificateTls(endpoint: Endpoint): TlsOptions {
  return { ...keysOf(endpoint), minVersion: 'TLSv1.2', ciphers: 'DEFAULT:@SECLEVEL=0', ALPNProtocols: ['http/1.1'] };
}

/** Keys and chains of an endpoint, read from the certificate store. */
export function keysOf(endpoint: Endpoint): Pick<TlsOptions, 'key' | 'cert'> {
  const files = certificateFiles(endpoint);
  return { key: files.map(({ key }) => readFileSync(key)), cert: files.map(({ chain }) => readFileSync(chain)) };
}
