import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { rootCertificates } from 'node:tls';
import { readEngineSettings } from './read-settings.ts';

/** The problem of a file with this text; null: accepted. */
function problemWith(t: TestContext, text: string | null): string | null {
  const directory = mkdtempSync(path.join(tmpdir(), 'perimeter-authorities-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, 'authorities.pem');
  if (text !== null) writeFileSync(file, text);
  const read = readEngineSettings({ NODE_EXTRA_CA_CERTS: text === null ? directory : file });
  return read.ok ? null : read.problems.join('; ');
}

const [root = ''] = rootCertificates;

test('readable authorities are accepted, and so is no file', (t) => {
  assert.equal(problemWith(t, `${root}\n`), null);
  assert.equal(readEngineSettings({}).ok, true);
});

test('a missing, empty, damaged or truncated file or a directory is rejected in plain words', (t) => {
  const damaged = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const missing = readEngineSettings({ NODE_EXTRA_CA_CERTS: path.join(tmpdir(), 'missing', 'authorities.pem') });
  assert.match(missing.ok ? '' : missing.problems.join(), /cannot be read: no such file or directory$/);
  assert.match(problemWith(t, null) ?? '', /^NODE_EXTRA_CA_CERTS: .* cannot be read: it is a directory$/);
  assert.match(problemWith(t, '') ?? '', /holds no certificate in PEM$/);
  for (const text of [damaged, `${root}\n${root.slice(0, 600)}`, root.slice(0, 600)])
    assert.match(problemWith(t, text) ?? '', /holds a certificate that cannot be read/);
});
