import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

test('without any variable the service listens on loopback, port 8080, with its own database', () => {
  const read = readSettings({});
  assert.ok(read.ok);
  const { engine: _, identity: __, ...own } = read.settings;
  const dataDir = path.resolve(import.meta.dirname, '../../../../.data');
  assert.deepEqual(own, {
    host: '127.0.0.1',
    port: 8080,
    role: 'all',
    database: { kind: 'embedded', dataDir },
    concurrency: 4,
    logLevel: 'info',
    metering: {
      anonymousCredits: 30,
      adminCredits: null,
      shareSeconds: 60,
      assumesAuthority: false,
      active: 'all',
      ceilings: {
        domain: { hour: 30, day: 120 },
        address: { hour: 60, day: 240 },
        authority: { hour: 6, day: 24 },
      },
    },
    web: {
      hstsSeconds: 0,
      securityContact: null,
      operatorContact: null,
      sourceAddresses: [],
      basePath: '',
      imprintUrl: null,
      privacyUrl: null,
    },
    metrics: null,
    signing: null,
    timeStamps: null,
    rateLimits: 'on',
  });
});

test('every problem is reported at once, each with its variable', () => {
  const read = readSettings({
    HOST: 'example.com',
    PORT: '80a',
    DATABASE_URL: 'mysql://x',
    PERIMETER_CONCURRENCY: '0',
    PERIMETER_LOG_LEVEL: 'loud',
    PERIMETER_ROLE: 'king',
    PERIMETER_ALLOW_NETWORKS: 'everything',
  });
  assert.ok(!read.ok);
  const named = read.problems.map((problem) => /^[A-Z_]+/.exec(problem)?.[0]);
  assert.deepEqual(named, [
    'HOST',
    'PORT',
    'PERIMETER_ROLE',
    'DATABASE_URL',
    'PERIMETER_CONCURRENCY',
    'PERIMETER_LOG_LEVEL',
    'PERIMETER_ALLOW_NETWORKS',
    'PERIMETER_SECRET',
  ]);
});

test('a database URL with a password is never quoted', () => {
  const read = readSettings({ DATABASE_URL: 'pg://user:hunter2@host/db' });
  assert.ok(!read.ok);
  assert.ok(!read.problems.join().includes('hunter2'));
});

test('a process with only one role needs an external database', () => {
  assert.equal(readSettings({ PERIMETER_ROLE: 'worker' }).ok, false);
  assert.equal(readSettings({ PERIMETER_ROLE: 'worker', DATABASE_URL: 'postgres://host/db' }).ok, true);
});

test('ports range from 0 to 65535', () => {
  for (const [text, ok] of [
    ['0', true],
    ['65535', true],
    ['65536', false],
    ['-1', false],
    ['1e3', false],
  ] as const) {
    assert.equal(readSettings({ PORT: text }).ok, ok, text);
  }
});

test('a signing certificate needs its key and vice versa, and a passphrase is not quoted', () => {
  const certificate = { PERIMETER_SIGNING_CERTIFICATE: 'chain.pem' };
  const key = { PERIMETER_SIGNING_KEY: 'key.pem' };
  const read = readSettings({ ...certificate, ...key });
  assert.ok(read.ok);
  assert.deepEqual(read.settings.signing, {
    kind: 'pem',
    certificateFile: 'chain.pem',
    keyFile: 'key.pem',
    passphrase: null,
  });
  for (const env of [
    certificate,
    key,
    { ...certificate, ...key, PERIMETER_SIGNING_PKCS12: 'x' },
    { PERIMETER_SIGNING_PASSPHRASE: 'secret words' },
  ]) {
    const refused = readSettings(env);
    assert.equal(refused.ok, false);
    assert.match(JSON.stringify(refused), /PERIMETER_SIGNING_KEY/);
    assert.doesNotMatch(JSON.stringify(refused), /secret words/);
  }
});

test('the contact for vulnerability reports must be a URI', () => {
  const read = (text: string) => readSettings({ PERIMETER_SECURITY_CONTACT: text });
  for (const text of ['mailto:security@example.com', 'https://example.com/report']) assert.ok(read(text).ok, text);
  for (const text of ['security@example.com', 'http://example.com', 'mailto:x\ny@z', 'javascript:1']) {
    const refused = read(text);
    assert.ok(!refused.ok && refused.problems[0]?.startsWith('PERIMETER_SECURITY_CONTACT'), text);
  }
});
