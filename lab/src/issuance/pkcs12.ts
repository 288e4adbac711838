import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { endpoints } from '../hosts/endpoints.ts';
import { findCommand } from '../machine/commands.ts';
import { pkcs12Password } from './files.ts';
import { certificateName } from './issue.ts';

/** NSS and Java read keys as PKCS #12 only; without openssl they have none and are left out. */
export function writePkcs12(folder: string): void {
  const openssl = findCommand('openssl');
  if (openssl === undefined) return;
  for (const row of endpoints.filter(({ server }) => server === 'nss' || server === 'jsse')) {
    for (const stem of (row.certificates ?? []).map((wanted) => join(folder, certificateName(row.host, wanted)))) {
      const files = ['-in', `${stem}.crt`, '-inkey', `${stem}.key`, '-out', `${stem}.p12`];
      execFileSync(openssl, ['pkcs12', '-export', ...files, '-name', 'lab', '-passout', `pass:${pkcs12Password}`]);
    }
  }
}
