import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../../evidence/observed.ts';
import { cbcRecords, paddings, premasters } from '../../../evidence/vulnerabilities/example.ts';
import { timedOut, tls12Only, tls13Only, tlsOf } from '../../derive/tls/testing/evidence.ts';
import { flaw, soundEvidence, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { cbcOracle, poodleTls, robot } from './oracles.ts';

const gcmAlone = tlsOf(tls12Only([0xc02f]));
const withCbc = tlsOf(tls12Only([0xc02f, 0xc013, 0x002f]));
const cutShort = tlsOf(tls12Only([0xc02f], { complete: false }));
const strong = flaw({ robot: seen(premasters({ 'no-zero': { kind: 'reset' } })) });
const weak = flaw({ robot: seen(premasters({ none: { kind: 'reset' } })) });
const padding = flaw({ poodleTls: seen(paddings(true)) });
const oracle = flaw({
  cbcOracle: seen(cbcRecords({ 'wrong-padding': { kind: 'reset' } })),
});

testFlaws([
  [robot, 'all answers are alike', withCbc, 'pass', /responds identically/],
  [
    robot,
    'a strong oracle',
    { ...withCbc, ...strong },
    'fail',
    /no 0x00 after the padding: reset[^]*Reproduce: testssl\.sh .*--robot/,
  ],
  [robot, 'a weak oracle', { ...withCbc, ...weak }, 'fail', /very many connections/],
  [robot, 'the answers were not stable', { ...withCbc, ...flaw({ robot: timedOut }) }, 'inconclusive'],
  [robot, 'no RSA key transport', { ...gcmAlone, ...flaw({ robot: timedOut }) }, 'not-applicable', /RSA key exchange/],
  [robot, 'a list that was cut short rules nothing out', { ...cutShort, ...flaw({ robot: timedOut }) }, 'inconclusive'],
  [poodleTls, 'wrong padding is refused', withCbc, 'pass'],
  [
    poodleTls,
    'wrong padding is accepted',
    { ...withCbc, ...padding },
    'fail',
    /CVE-2014-8730[^]*test-atypical-padding/,
  ],
  [poodleTls, 'no CBC suite', gcmAlone, 'not-applicable', /No CBC suite/],
  [poodleTls, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [poodleTls, 'no answer in time', { ...withCbc, ...flaw({ poodleTls: timedOut }) }, 'inconclusive'],
  [cbcOracle, 'all answers are alike', withCbc, 'pass'],
  [
    cbcOracle,
    'one kind is told apart',
    { ...withCbc, ...oracle },
    'fail',
    /Zombie POODLE[^]*TLSv1\.2 with c013 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA[^]*correct MAC, wrong padding: reset/,
  ],
  [cbcOracle, 'no CBC suite', gcmAlone, 'not-applicable'],
  [cbcOracle, 'no answer in time', { ...withCbc, ...flaw({ cbcOracle: timedOut }) }, 'inconclusive'],
]);

test('a weak oracle weighs less than a strong one', () => {
  const outcome = robot.evaluate({ ...soundEvidence, ...withCbc, ...weak });
  assert.ok(outcome.outcome === 'fail');
  assert.equal(outcome.findings[0].cvss, 'recordedDecryption');
});
