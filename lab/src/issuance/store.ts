import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../hosts/endpoints.ts';
import { ensureFolder } from '../machine/cache.ts';
import { keyStore, traditionalKeyPem } from '../pki/keys.ts';
import { pem } from '../pki/pem.ts';
import { authorityFiles } from './authority-files.ts';
import { pkiFolder } from './files.ts';
import { issue, makeAuthorities } from './issue.ts';
import { writePkcs12 } from './pkcs12.ts';

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
  yield* authorityFiles(authorities, now);
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
