import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { UsageError } from '../argument-values.ts';
import { runCommandLine } from '../testing/command-line.ts';
import { serviceAddress } from './address.ts';
import { readApiKey } from './api-key.ts';
import { maxAttempts, pauseMs, retryAfterMs } from './pauses.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-keys-'));
after(() => rmSync(folder, { recursive: true }));

test('service URLs must be https, or http on this machine', () => {
  for (const [typed, address] of [
    ['https://a.example', 'https://a.example'],
    ['https://a.example:8443/perimeter/', 'https://a.example:8443/perimeter'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.1', 'http://127.0.0.1'],
    ['http://[::1]:1/', 'http://[::1]:1'],
    ['http://localhost', 'http://localhost'],
  ] as const)
    assert.equal(serviceAddress(typed), address);
  for (const typed of [
    'http://a.example',
    'http://127.0.0.1.example.org',
    'http://localhost.example.org',
    'https://user:password@a.example',
    'https://a.example/?x',
    'https://a.example/#x',
    'ftp://a.example',
    'a.example',
  ])
    assert.throws(() => serviceAddress(typed), UsageError, typed);
});

test('a key file must be accessible by its owner only, and no message repeats a key', () => {
  const file = path.join(folder, 'key');
  writeFileSync(file, 'the-key\n', { mode: 0o600 });
  assert.equal(readApiKey({ stdin: false, file }, { PERIMETER_API_KEY: 'other' }), 'the-key');
  chmodSync(file, 0o640);
  assert.throws(() => readApiKey({ stdin: false, file }, {}), /chmod 600/u);
  assert.throws(() => readApiKey({ stdin: false, file: folder }, {}), UsageError);
  assert.equal(readApiKey({ stdin: false, file: null }, { PERIMETER_API_KEY: 'a' }), 'a');
  assert.equal(readApiKey({ stdin: false, file: null }, { PERIMETER_API_KEY: '' }), null);
  const twoWords = { PERIMETER_API_KEY: 'two words' };
  assert.throws(() => readApiKey({ stdin: false, file: null }, twoWords), /^(?!.*two words).*is not an API key/u);
});

test("pauses grow up to a limit, are added to the service's Retry-After, and the attempts end", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((n) => pauseMs(n, null, () => 1)),
    [500, 1000, 2000, 4000, 8000],
  );
  assert.equal(
    pauseMs(0, null, () => 0),
    0,
  );
  assert.equal(
    pauseMs(0, 300_000, () => 0.5),
    300_250,
  );
  assert.equal(
    pauseMs(0, 300_001, () => 0),
    null,
  );
  assert.equal(
    pauseMs(maxAttempts - 1, 0, () => 0),
    null,
  );
  assert.equal(retryAfterMs('7', 0), 7000);
  assert.equal(retryAfterMs('Thu, 01 Jan 1970 00:01:00 GMT', 30_000), 30_000);
  assert.deepEqual([retryAfterMs(null, 0), retryAfterMs('soon', 0)], [null, null]);
});

const at = ['--server', 'http://127.0.0.1:9'];
const id = 'aud_00000000-0000-4000-8000-000000000001';
for (const [args, said] of [
  [['audit', 'a.org', '-f', 'pdf=x.pdf'], /only a Perimeter service makes them: add --server URL/u],
  [['audit', 'a.org', '--no-wait'], /--no-wait needs a service/u],
  [['audit', '--resume', id], /--resume needs a service/u],
  [['audit', '--resume', 'x', ...at], /Invalid audit id/u],
  [['audit', 'a.org', '--resume', id, ...at], /leave out the domains/u],
  [['audit', 'a.org', '--no-wait', '-f', 'json', ...at], /--no-wait prints ids/u],
  [['audit', 'a.org', '--memory', 'm', ...at], /--memory has no effect/u],
  [['audit', 'a.org', '-f', 'pdf', ...at], /A PDF needs a file/u],
  [['audit', 'a.org', '--timeout', '15', ...at], /Invalid value "15" for --timeout/u],
  [['audit', 'a.org', '--api-key', 'very-secret', ...at], /Keys are no arguments/u],
  [['audit', '--targets', '-', '--api-key-stdin', ...at], /cannot hold both/u],
  [['compare', 'a.org', ...at], /Missing argument <domain>/u],
  [['usage'], /Missing address of the service/u],
  [['pdf', ...at], /Missing argument <id>/u],
] as const)
  test(`${args.join(' ')} is refused`, async () => {
    const { code, stderr } = await runCommandLine([...args]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, said);
    assert.doesNotMatch(stderr, /very-secret/u);
  });
