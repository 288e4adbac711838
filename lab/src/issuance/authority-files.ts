import { createDiffieHellmanGroup } from 'node:crypto';
import { integer, sequence, unsignedInteger } from '@perimeter/protocols/der/writer';
import { keyPem } from '../pki/keys.ts';
import { pem } from '../pki/pem.ts';
import { logList } from '../pki/timestamps.ts';
import { authorityNames, type makeAuthorities } from './issue.ts';
import { rootList } from './root-list.ts';

/** DHParameter of a MODP group of RFC 2409 or RFC 3526 (PKCS #3). */
function dhParameters(group: 'modp2' | 'modp5' | 'modp14'): string {
  return pem('DH PARAMETERS', sequence(unsignedInteger(createDiffieHellmanGroup(group).getPrime()), integer(2)));
}

/** The files of issuers, lists and groups: their names and contents. */
export function* authorityFiles(
  authorities: ReturnType<typeof makeAuthorities>,
  now: Date,
): Generator<readonly [string, string]> {
  for (const name of authorityNames) {
    yield [`${name}.crt`, pem('CERTIFICATE', authorities[name].der)];
    yield [`${name}.key`, keyPem(authorities[name].key)];
  }
  yield ['logs.json', logList(authorities.logs, now)];
  yield ['public-roots.json', rootList(now)];
  const trusted = [authorities.root, authorities['public-root'], authorities['distrusted-root']];
  yield ['roots.crt', trusted.map(({ der }) => pem('CERTIFICATE', der)).join('')];
  yield ['dh1024.pem', dhParameters('modp2')];
}
