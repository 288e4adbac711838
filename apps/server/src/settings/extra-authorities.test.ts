import { createSigningRoot } from '@perimeter/report/seal/certificates';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryDirectory } from '../testing/temporary.ts';
import { extraAuthoritiesProblem } from './extra-authorities.ts';

const directory = await temporaryDirectory();
const problemWith = async (text: string): Promise<string | null> => {
  const file = path.join(directory, 'authorities.pem');
  await writeFile(file, text);
  return extraAuthoritiesProblem({ NODE_EXTRA_CA_CERTS: file });
};

test('authorities that are readable are taken, and so are none', async () => {
  const { certificate } = await createSigningRoot(1_700_000_000);
  assert.equal(await problemWith(new X509Certificate(certificate).toString()), null);
  assert.equal(extraAuthoritiesProblem({}), null);
});

test('a file that is missing, empty or damaged is refused by its name', async () => {
  const damaged = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const missing = extraAuthoritiesProblem({ NODE_EXTRA_CA_CERTS: path.join(directory, 'missing.pem') });
  for (const problem of [missing, await problemWith(''), await problemWith(damaged)]) {
    assert.match(problem ?? '', /^NODE_EXTRA_CA_CERTS: /);
  }
});
