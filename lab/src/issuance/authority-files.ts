import { integer, sequence, unsignedInteger } from '@perimeter/protocols/der/writer';
import { primes } from '../fakes/primes.data.ts';
import { keyPem } from '../pki/keys.ts';
import { pem } from '../pki/pem.ts';
import { logList } from '../pki/timestamps.ts';
import { authorityNames, type makeAuthorities } from './issue.ts';
import { rootList } from './root-list.ts';

/** DHParameter of a group with the generator 2 (PKCS #3). */
const dhParameters = (prime: Uint8Array): string => pem('DH PARAMETERS', sequence(unsignedInteger(prime), integer(2)));

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
  yield ['dh1024.pem', dhParameters(primes.common1024)];
  yield ['dh2048.pem', dhParameters(primes.own2048)];
}
