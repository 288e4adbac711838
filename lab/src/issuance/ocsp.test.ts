import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findCommand } from '../machine/commands.ts';
import { endpoint } from '../hosts/endpoints.ts';
import { pem } from '../pki/pem.ts';
import { issue, makeAuthorities } from './issue.ts';
import { keyStore } from '../pki/keys.ts';
import { certificateIdOf, ocspResponse } from '../pki/ocsp.ts';

const skip = findCommand('openssl') === undefined ? 'there is no openssl' : false;

for (const key of ['p256', 'rsa2048'] as const) {
  for (const status of ['good', 'revoked'] as const) {
    test(`openssl verifies an OCSP answer about a certificate with ${key} and reads ${status}`, { skip }, () => {
      const now = new Date();
      const authorities = makeAuthorities(now);
      const issuer = key === 'p256' ? authorities.e1 : authorities.r1;
      const { leaf } = issue(endpoint('pq.lab'), { key }, authorities, now, keyStore());
      const certificateId = certificateIdOf(leaf, issuer.commonName, issuer.key);
      const answer = ocspResponse({ certificateIds: [certificateId], issuerKey: issuer.key, answer: status, now });
      const folder = mkdtempSync(join(tmpdir(), 'ocsp-'));
      const file = (name: string, content: string | Buffer): string => {
        writeFileSync(join(folder, name), content);
        return join(folder, name);
      };
      const root = file('root', pem('CERTIFICATE', authorities.root.der));
      const about = [
        '-issuer',
        file('issuer', pem('CERTIFICATE', issuer.der)),
        '-cert',
        file('leaf', pem('CERTIFICATE', leaf)),
      ];
      const command = ['ocsp', '-respin', file('answer', answer), ...about, '-CAfile', root];
      const output = execFileSync('openssl', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
      assert.match(output, new RegExp(`: ${status}`));
      assert.match(new X509Certificate(leaf).subject, /pq\.lab/);
      rmSync(folder, { recursive: true });
    });
  }
}

test('openssl does not verify an answer whose signer is another authority', { skip }, () => {
  const now = new Date();
  const [mine, other] = [makeAuthorities(now), makeAuthorities(now)];
  const { leaf } = issue(endpoint('pq.lab'), { key: 'p256' }, mine, now, keyStore());
  const certificateId = certificateIdOf(leaf, 'Lab Issuing CA E1', mine.e1.key);
  const answer = ocspResponse({ certificateIds: [certificateId], issuerKey: other.e1.key, answer: 'good', now });
  const folder = mkdtempSync(join(tmpdir(), 'ocsp-'));
  writeFileSync(join(folder, 'answer'), answer);
  writeFileSync(join(folder, 'issuer'), pem('CERTIFICATE', mine.e1.der));
  writeFileSync(join(folder, 'leaf'), pem('CERTIFICATE', leaf));
  writeFileSync(join(folder, 'root'), pem('CERTIFICATE', mine.root.der));
  const command = ['ocsp', '-respin', 'answer', '-issuer', 'issuer', '-cert', 'leaf', '-CAfile', 'root'];
  assert.throws(() => execFileSync('openssl', command, { cwd: folder, stdio: 'pipe' }));
  rmSync(folder, { recursive: true });
});
