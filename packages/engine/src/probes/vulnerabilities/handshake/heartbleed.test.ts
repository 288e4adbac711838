import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedVersion, goodEndpoint, refusedVersion } from '../../../evidence/tls/example.ts';
import { seen, unseen, untested } from '../../../evidence/observed.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { offeredVersions } from '../../../tls/client/hello/legacy-hello.ts';
import { testContext } from '../../testing/context.ts';
import { heartbleedKnown, testHeartbleed } from './heartbleed.ts';
import type { Subject } from '../exchange/subject.ts';

const tls13 = acceptedVersion('TLSv1.3', [0x1301]);
const refusals = offeredVersions.map(refusedVersion);
const unknownTls12 = { ...refusedVersion('TLSv1.2'), accepted: unseen('timeout', 'no-answer-within', 1) };

function subjectOf(changes: Partial<TlsEndpoint>): Subject {
  const endpoint = { ...goodEndpoint, heartbeat: untested('not-offered'), ...changes };
  const { dialer, signal } = testContext({});
  return {
    endpoint,
    dialer,
    signal,
    userAgent: '',
    health: { consecutiveFailures: 0, connections: 0, silentTests: 0 },
  };
}

test('TLS 1.3 alone rules heartbeats out', () => {
  const known = heartbleedKnown(subjectOf({ versions: [...refusals, tls13] }));
  assert.deepEqual(known, seen({ ruledOut: 'tls13-only', attempts: [] }));
});

const open: readonly (readonly [string, Partial<TlsEndpoint>])[] = [
  ['a version that was not seen', { versions: [...refusals.slice(1), unknownTls12, tls13] }],
  ['a version that was not tried', { versions: [...refusals.slice(1), tls13] }],
  ['a refusal that may be a rate limit', { versions: [...refusals, tls13], controlPassed: false }],
];

for (const [what, changes] of open) {
  test(`${what} does not rule out Heartbleed`, async () => {
    const subject = subjectOf(changes);
    assert.equal(heartbleedKnown(subject), null);
    assert.deepEqual(await testHeartbleed(subject, subject.signal), untested('no-tls-up-to-12'));
  });
}

test('an unanswered version does not rule out the flaw: SSL 3.0 alone cannot be tested', async () => {
  const ssl3 = acceptedVersion('SSLv3', [0x002f]);
  const subject = subjectOf({ versions: [ssl3, ...offeredVersions.slice(0, 3).map(refusedVersion)] });
  assert.deepEqual(await testHeartbleed(subject, subject.signal), untested('no-tls-up-to-12'));
});
