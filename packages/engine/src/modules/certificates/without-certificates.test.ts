import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { acceptedVersion, refusedVersion } from '../../evidence/tls/example.ts';
import { tls12Only, withVersions } from '../derive/tls/testing/evidence.ts';
import { certificates } from './module.ts';
import { audited } from './testing/evidence.ts';

const shared = 0x008c;
const anonymous = 0x00a6;
const withRsa = 0x00ac;

function outcomesFor(endpoint: TlsEndpoint): Map<string, string> {
  const unnamed = seen({ accepted: true, leafSha256: null, certificates: [] });
  const evidence = audited({
    endpoint: { ...endpoint, chains: [], withoutServerName: unnamed },
    evidence: { chains: [], certificates: [] },
  });
  const asked = certificates.checks.filter(({ needs }) => needs.every((kind) => kind in evidence));
  return new Map(asked.map((check) => [check.id, check.evaluate({ ...evidence }).outcome]));
}

const open = (outcomes: ReadonlyMap<string, string>): string[] =>
  [...outcomes].filter(([, outcome]) => outcome === 'inconclusive').map(([id]) => id);

for (const [what, suites] of [
  ['pre-shared keys', [shared]],
  ['anonymous exchanges', [anonymous]],
] as const) {
  test(`where only ${what} is accepted, certificate checks are not applicable`, () => {
    const outcomes = outcomesFor(tls12Only(suites));
    assert.deepEqual(open(outcomes), []);
    assert.equal(outcomes.get('cert-untrusted'), 'not-applicable');
    assert.equal(outcomes.get('cert-nosni-leak'), 'not-applicable');
  });
}

for (const [what, endpoint] of [
  ['a suite that needs one is accepted', tls12Only([shared, withRsa])],
  ['the list of suites was cut short', tls12Only([shared], { complete: false })],
  ['TLS 1.3 is accepted', withVersions(acceptedVersion('TLSv1.2', [shared]), acceptedVersion('TLSv1.3', [0x1301]))],
] as const) {
  test(`a certificate that was not seen leaves checks inconclusive where ${what}`, () => {
    assert.equal(outcomesFor(endpoint).get('cert-untrusted'), 'inconclusive');
  });
}

test('with SSL 2.0 only there is no SNI, so no other host can leak without it', () => {
  const refused = (['TLSv1.2', 'TLSv1.3'] as const).map(refusedVersion);
  const endpoint = withVersions(acceptedVersion('SSLv2', [0x010080]), ...refused);
  assert.equal(outcomesFor(endpoint).get('cert-nosni-leak'), 'not-applicable');
});
