import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyCharacter, dayRuns, fc } from '../testing/random.ts';
import type { FileContent } from './content.ts';
import { fileSamples } from './testing/samples.ts';
import { fileKinds, kindsMatching, matchFile } from './validators.ts';
import { cpuMsOf } from '../testing/cpu-time.ts';

const answer = (text: string, type: string, change: Partial<FileContent> = {}): FileContent => ({
  status: 200,
  headers: [['Content-Type', type]],
  text: text.slice(0, 4096),
  length: text.length,
  ...change,
});

const planted = 'Zk8qWv3TnX7yRb2LmD5cHs9J';

/** Every run of six characters of a secret. */
const runsOf = (secret: string): string[] =>
  Array.from({ length: secret.length - 5 }, (_none, at) => secret.slice(at, at + 6));

for (const kind of fileKinds) {
  const { type, leaky, harmless, status = 200, headers = [] } = fileSamples[kind];
  const served = (text: string, change: Partial<FileContent> = {}): FileContent =>
    answer(text, type, { status, headers: [['Content-Type', type], ...headers], ...change });

  test(`${kind} is known by its content`, () => {
    assert.notEqual(matchFile(kind, served(leaky(planted))), null);
    assert.equal(matchFile(kind, answer(harmless, type)), null);
    assert.equal(matchFile(kind, served(leaky(planted), { status: 404 })), null);
    assert.equal(
      matchFile(kind, answer('<!DOCTYPE html><html><title>Shop</title><p>Welcome</p></html>', 'text/html')),
      null,
    );
    assert.equal(matchFile(kind, answer('', type)), null);
  });

  test(`${kind} quotes no six characters of a secret`, () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9+/_!@#$%&*:=.~-]{12,40}$/), (secret) => {
        const sample = leaky(secret);
        const proof = (matchFile(kind, served(sample))?.proof ?? []).join('\n');
        // Whether the file may be quoted without the secret.
        const other = leaky('').concat(type, 'redacted characters');
        const leaked = runsOf(secret).filter((run) => proof.includes(run) && !other.includes(run));
        assert.deepEqual(leaked, [], proof);
      }),
      { numRuns: dayRuns(30) },
    );
  });
}

test('quotes of any text hold no value of it', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9]{16,32}$/);
  const frame = fc.constantFrom(
    'PASSWORD=%',
    'export API_KEY="%"',
    '%=x',
    'SECRET_%=value123',
    'password: %',
    "define('DB_PASSWORD', '%');",
    '"password": "%"',
    '"%": "%"',
    'url = https://u:%@h.lab/x',
    'url = https://u:a@%@h.lab/x',
    'https://u:%/x@y@h.lab',
    'https://%@h.lab',
    '[%]',
    '[core]',
    'repositoryformatversion = 0',
    '<?php',
    '{',
    '}',
    'import os',
    '<configuration><add key="%" value="%"/>',
    'Password=%;',
    '//%:_authToken=%',
    'DATABASE_URL=postgres://u:%@db.lab/x',
    'machine m login l password %',
  );
  fc.assert(
    fc.property(secret, fc.array(frame, { minLength: 1, maxLength: 8 }), (value, frames) => {
      const text = frames.map((one) => one.replaceAll('%', value)).join('\n');
      for (const kind of fileKinds) {
        const proof = (matchFile(kind, answer(text, 'text/plain'))?.proof ?? []).join('\n');
        assert.deepEqual(
          runsOf(value).filter((run) => proof.includes(run)),
          [],
          `${kind}: ${proof}`,
        );
      }
    }),
    { numRuns: dayRuns(200) },
  );
});

test("'a placeholder for a secret is no secret'", () => {
  for (const value of [
    '',
    '${DB_PASSWORD}',
    '<password>',
    'changeme',
    'your-password',
    'null',
    '{{ secret }}',
    '%PASS%',
    'xxxxxxxx',
    'example',
  ])
    assert.equal(
      matchFile('envFile', answer(`APP=shop\nDB_PASSWORD=${value}\n`, 'text/plain'))?.mark,
      'no-secret',
      value,
    );
  assert.equal(matchFile('envFile', answer('APP=shop\nDB_PASSWORD=tiger-7\n', 'text/plain'))?.mark, 'secret');
});

test('the content decides, not the type; markup is no raw file', () => {
  const { leaky } = fileSamples.envFile;
  assert.equal(matchFile('envFile', answer(leaky(planted), 'text/html'))?.mark, 'secret');
  assert.equal(matchFile('envFile', answer(`<html><body>\n${leaky(planted)}`, 'text/plain')), null);
});

test('a random text passes for no file, in linear time', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 4096 }), (text) => {
      assert.deepEqual(kindsMatching(fileKinds, answer(text, 'text/plain')), []);
    }),
  );
  for (const unit of ['a', '=', '"', '[', 'a=', '"a":"', '$a="', '<add key="', ' ', '\n', 'https://a:', 'machine a ']) {
    const text = unit.repeat(4096).slice(0, 4096);
    const tookMs = cpuMsOf(() => {
      for (const kind of fileKinds) matchFile(kind, answer(text, 'text/plain'));
    });
    assert.ok(tookMs < 1_000, `${unit} took ${tookMs} ms`);
  }
});
