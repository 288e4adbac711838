import { X509Certificate, createHash, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Endpoint } from '../hosts/endpoint.ts';
import { certificateFiles } from '../issuance/files.ts';
import type { FakeIdentity } from '../fakes/behaviour.ts';

/** The certificate and key of an endpoint, for servers that write their TLS by hand. */
export function identityOf(row: Endpoint): FakeIdentity {
  const [files] = certificateFiles(row);
  if (files === undefined) throw new Error(`Starting ${row.host}: it has no certificate`);
  const certificates = readFileSync(files.chain, 'utf8').match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? [];
  const key = createPrivateKey(readFileSync(files.key));
  return {
    chain: certificates.map((text) => new X509Certificate(text).raw),
    key,
    ...(files.wanted.fault === 'exponent-one' ? { sign: signWithExponentOne } : {}),
  };
}

/** With the exponent 1 the padded digest is its own signature (RFC 8017 section 9.2). */
function signWithExponentOne(digest: string, content: Buffer): Buffer {
  const modulusBytes = 256;
  const sha256Info = Buffer.from('3031300d060960864801650304020105000420', 'hex');
  if (digest !== 'sha256') throw new Error(`Signing with exponent 1: ${digest} is not prepared`);
  const info = Buffer.concat([sha256Info, createHash('sha256').update(content).digest()]);
  const padding = Buffer.alloc(modulusBytes - 3 - info.length, 0xff);
  return Buffer.concat([Buffer.from([0, 1]), padding, Buffer.from([0]), info]);
}
