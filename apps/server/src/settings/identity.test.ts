import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIdentitySettings } from './identity.ts';

test('by default sign-up is closed, no proxy is trusted, and mail goes to the log', () => {
  assert.deepEqual(readIdentitySettings({}, false), {
    ok: true,
    value: {
      passwordCost: { memory: 19_456, passes: 2, parallelism: 1 },
      trustProxy: false,
      publicOrigin: null,
      signup: 'closed',
      adminsNeedFactor: false,
      securityLogDays: 90,
      confirmsAddresses: true,
      secret: null,
      previousSecret: null,
      mail: { smtpUrl: null, from: 'Perimeter <perimeter@localhost>' },
    },
  });
});

for (const [text, expected] of [
  ['0', false],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  ['10.0.0.1, fd00::/8', ['10.0.0.1', 'fd00::/8']],
  ['loopback', ['loopback']],
  ['true', null],
  ['-1', null],
  ['100', null],
  ['10.0.0.0/33', null],
  ['fd00::/129', null],
  ['10.0.0.0/8/8', null],
  ['proxy.example', null],
  ['10.0.0.1,', null],
] as const) {
  test(`PERIMETER_TRUST_PROXY=${text} is ${expected === null ? 'refused' : 'accepted'}`, () => {
    const read = readIdentitySettings({ PERIMETER_TRUST_PROXY: text }, false);
    if (expected === null) assert.ok(!read.ok && read.problems.join().startsWith('PERIMETER_TRUST_PROXY'));
    else assert.deepEqual(read.ok && read.value.trustProxy, expected);
  });
}

for (const [text, origin] of [
  ['https://perimeter.example', 'https://perimeter.example'],
  ['https://perimeter.example/', 'https://perimeter.example'],
  ['https://Perimeter.Example:443', 'https://perimeter.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['https://perimeter.example/app', null],
  ['https://user@perimeter.example', null],
  ['perimeter.example', null],
  ['ftp://perimeter.example', null],
  ['javascript:alert(1)', null],
] as const) {
  test(`PERIMETER_PUBLIC_URL=${text} is ${origin ?? 'refused'}`, () => {
    const read = readIdentitySettings({ PERIMETER_PUBLIC_URL: text }, false);
    if (origin === null) assert.ok(!read.ok && read.problems.join().startsWith('PERIMETER_PUBLIC_URL'));
    else assert.equal(read.ok && read.value.publicOrigin, origin);
  });
}

test('all problems are reported at once, without quoting a secret', () => {
  const read = readIdentitySettings(
    {
      PERIMETER_SIGNUP: 'maybe',
      PERIMETER_SECRET: 'hunter2',
      PERIMETER_SECRET_PREVIOUS: 'hunter1',
      PERIMETER_SMTP_URL: 'http://user:hunter2@mail.example',
      PERIMETER_MAIL_FROM: 'a\r\nBcc: b@example.com',
    },
    true,
  );
  assert.ok(!read.ok);
  assert.equal(read.problems.length, 5);
  assert.ok(!/hunter/.test(read.problems.join()));
});

test('if several processes must share the secret, it must be configured', () => {
  assert.ok(!readIdentitySettings({}, true).ok);
  assert.ok(readIdentitySettings({ PERIMETER_SECRET: 'x'.repeat(32) }, true).ok);
});
