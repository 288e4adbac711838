import { createDiffieHellmanGroup, createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolderPath, ensureFolder } from '../machine/cache.ts';
import { findCommand } from '../machine/commands.ts';
import { endpoints } from '../hosts/endpoints.ts';
import type { Endpoint, EndpointCertificate } from '../hosts/endpoint.ts';
import { integer, sequence, unsignedInteger } from '@perimeter/protocols/der/writer';
import { pem } from '../pki/pem.ts';
import { authorityRows, type AuthorityName } from '../pki/authorities.data.ts';
import { authorityNames, certificateName, issue, makeAuthorities, type Authority } from './issue.ts';
import { keyPem, keyStore, traditionalKeyPem } from '../pki/keys.ts';
import { rootList } from './root-list.ts';
import { logList } from '../pki/timestamps.ts';

/** Certificates, keys and Diffie-Hellman groups of this lab. */
export const pkiFolder = cachedFolderPath(
  'pki',
  ['pki', 'issuance'],
  endpoints.map(({ host, aliases, certificates }) => [host, aliases, certificates]),
);

/** Makes the certificates unless they are there. */
export async function ensurePki(now = new Date()): Promise<void> {
  await ensureFolder(pkiFolder, (scratch) => {
    for (const [name, content] of makeFiles(now)) writeFileSync(join(scratch, name), content, { mode: 0o600 });
    writePkcs12(scratch);
  });
}

function* makeFiles(now: Date): Generator<readonly [string, string | Buffer]> {
  const authorities = makeAuthorities(now);
  const keys = keyStore();
  for (const name of authorityNames) {
    yield [`${name}.crt`, pem('CERTIFICATE', authorities[name].der)];
    yield [`${name}.key`, keyPem(authorities[name].key)];
  }
  yield ['logs.json', logList(authorities.logs, now)];
  yield ['public-roots.json', rootList(now)];
  const trusted = [authorities.root, authorities['public-root'], authorities['distrusted-root']];
  yield ['roots.crt', trusted.map(({ der }) => pem('CERTIFICATE', der)).join('')];
  yield ['dh1024.pem', dhParameters('modp2')];
  for (const endpoint of endpoints) {
    for (const wanted of endpoint.certificates ?? []) {
      const issued = issue(endpoint, wanted, authorities, now, keys);
      yield [`${issued.name}.crt`, issued.chainPem];
      yield [`${issued.name}.leaf.crt`, pem('CERTIFICATE', issued.leaf)];
      yield [`${issued.name}.key`, issued.keyPem];
      if (issued.timestamps !== undefined) yield [`${issued.name}.scts`, issued.timestamps];
      yield [`${issued.name}.both.pem`, issued.chainPem + issued.keyPem];
      if (wanted.key.startsWith('rsa')) yield [`${issued.name}.traditional.key`, traditionalKeyPem(issued.keyPem)];
    }
  }
}

/** The password of every PKCS #12 file. */
export const pkcs12Password = 'labpass';

/** NSS and Java read keys as PKCS #12 only; without openssl they have none and are left out. */
function writePkcs12(folder: string): void {
  const openssl = findCommand('openssl');
  if (openssl === undefined) return;
  for (const row of endpoints.filter(({ server }) => server === 'nss' || server === 'jsse')) {
    for (const stem of (row.certificates ?? []).map((wanted) => join(folder, certificateName(row.host, wanted)))) {
      const files = ['-in', `${stem}.crt`, '-inkey', `${stem}.key`, '-out', `${stem}.p12`];
      execFileSync(openssl, ['pkcs12', '-export', ...files, '-name', 'lab', '-passout', `pass:${pkcs12Password}`]);
    }
  }
}

/** DHParameter of a MODP group of RFC 2409 or RFC 3526 (PKCS #3). */
function dhParameters(group: 'modp2' | 'modp5' | 'modp14'): string {
  return pem('DH PARAMETERS', sequence(unsignedInteger(createDiffieHellmanGroup(group).getPrime()), integer(2)));
}

/** Where the files of an endpoint's certificates are, in the order of the table. */
export function certificateFiles(endpoint: Endpoint): readonly CertificateFiles[] {
  return (endpoint.certificates ?? []).map((wanted) => {
    const stem = join(pkiFolder, certificateName(endpoint.host, wanted));
    return {
      wanted,
      chain: `${stem}.crt`,
      leaf: `${stem}.leaf.crt`,
      key: `${stem}.key`,
      both: `${stem}.both.pem`,
      pkcs12: `${stem}.p12`,
      traditionalKey: `${stem}.traditional.key`,
      timestamps: `${stem}.scts`,
    };
  });
}

/** Paths of one certificate's files; `traditionalKey` exists for RSA only, `pkcs12` for NSS and Java only, `timestamps` where the server delivers them. */
export interface CertificateFiles {
  readonly wanted: EndpointCertificate;
  readonly chain: string;
  readonly leaf: string;
  readonly key: string;
  readonly both: string;
  readonly pkcs12: string;
  readonly traditionalKey: string;
  readonly timestamps: string;
}

/** SHA-256 of the public key, as TLSA 3 1 1 records carry it (RFC 6698). */
export function publicKeyDigest(certificateFile: string): string {
  const { publicKey } = new X509Certificate(readFileSync(certificateFile));
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** The roots that programs inside the lab are told to trust: the operator's own, and those of the public. */
export const rootCertificateFile = join(pkiFolder, 'roots.crt');

/** The roots of the lab's public, in the form of PERIMETER_PUBLIC_ROOTS. */
export const rootListFile = join(pkiFolder, 'public-roots.json');

/** A Diffie-Hellman group of 1024 bits. */
export const dh1024File = join(pkiFolder, 'dh1024.pem');

/** An issuer as the servers need it: its certificate in DER and its private key. */
export function authorityFromStore(name: AuthorityName): Authority {
  const { raw: der } = new X509Certificate(readFileSync(join(pkiFolder, `${name}.crt`)));
  const key = createPrivateKey(readFileSync(join(pkiFolder, `${name}.key`)));
  return { commonName: authorityRows[name].commonName, key, der };
}

/** The lab's Certificate Transparency logs, in the form of the lists that browsers publish. */
export const logListFile = join(pkiFolder, 'logs.json');
