import { readFileSync } from 'node:fs';
import type { TlsOptions } from 'node:tls';
import type { Endpoint, EndpointCertificate } from '../../hosts/endpoint.ts';
import { certificateFiles, dh1024File } from '../../issuance/files.ts';

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
  const [version] = endpoint.tls?.versions ?? [];
  return {
    ...modernTls(endpoint),
    ciphers:
      'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20:@SECLEVEL=0',
    ...(version === 'TLSv1.3' ? { minVersion: version } : {}),
    ...(endpoint.tls?.versions.length === 1 && version === 'TLSv1.2' ? { maxVersion: version } : {}),
  };
}

/** What bad.lab takes, as OpenSSL names it. */
export const badCiphers =
  'ECDHE-RSA-AES256-SHA:ECDHE-RSA-AES128-SHA:DHE-RSA-AES128-SHA:AES256-SHA:AES128-SHA:CAMELLIA128-SHA:AES128-GCM-SHA256:AES128-SHA256:@SECLEVEL=0';

/** TLS 1.0 to 1.2 without preference. Node's OpenSSL has no Camellia, so one suite of the table is missing here. */
export function badTls(endpoint: Endpoint): TlsOptions {
  const limits = { minVersion: 'TLSv1', maxVersion: 'TLSv1.2' } as const;
  return {
    ...keysOf(endpoint),
    ...limits,
    ciphers: badCiphers,
    dhparam: readFileSync(dh1024File),
    honorCipherOrder: false,
  };
}

/** Keys and chains of an endpoint, read from the certificate store: those that it serves always, or in that case only. */
export function keysOf(endpoint: Endpoint, served?: EndpointCertificate['served']): Pick<TlsOptions, 'key' | 'cert'> {
  const files = certificateFiles(endpoint).filter(({ wanted }) => wanted.served === served);
  return { key: files.map(({ key }) => readFileSync(key)), cert: files.map(({ chain }) => readFileSync(chain)) };
}
