import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A key and its certificate, in PEM. */
export interface Pair {
  key: string;
  cert: string;
}

/** Another P-256 certificate than the one that test servers have. */
export function otherCertificate(): Pair {
  const folder = mkdtempSync(join(tmpdir(), 'perimeter-rival-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-nodes', '-days', '2', '-subj', '/CN=server.test', '-newkey', 'ec'];
  execFileSync('openssl', [...request, '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}
