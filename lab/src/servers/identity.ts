import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Endpoint } from '../endpoint.ts';
import { certificateFiles } from '../pki/store.ts';
import type { FakeIdentity } from './fake-behaviour.ts';

/** The certificate and key of an endpoint, for servers that write their TLS by hand. */
export function identityOf(row: Endpoint): FakeIdentity {
  const [files] = certificateFiles(row);
  if (files === undefined) throw new Error(`Starting ${row.host}: it has no certificate`);
  const certificates = readFileSync(files.chain, 'utf8').match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? [];
  return {
    chain: certificates.map((text) => new X509Certificate(text).raw),
    key: createPrivateKey(readFileSync(files.key)),
  };
}
