import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seen } from '../../../evidence/observed.ts';
import { cbcRecords, paddings, premasters } from '../../../evidence/vulnerabilities/example.ts';
import { timedOut, tls12Only, tls13Only, tlsOf } from '../../derive/tls/testing/evidence.ts';
import { flaw, soundEvidence, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { vulnCbcOracle, vulnPoodleTls, vulnRobot } from './oracles.ts';

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
  [vulnRobot, 'all answers are alike', withCbc, 'pass', /responds identically/],
  [
    vulnRobot,
    'a strong oracle',
    { ...withCbc, ...strong },
    'fail',
    /no 0x00 after the padding: reset[^]*Reproduce: testssl .*--robot/,
  ],
  [vulnRobot, 'a weak oracle', { ...withCbc, ...weak }, 'fail', /very many connections/],
  [vulnRobot, 'the answers were not stable', { ...withCbc, ...flaw({ robot: timedOut }) }, 'inconclusive'],
  [
    vulnRobot,
    'no RSA key transport',
    { ...gcmAlone, ...flaw({ robot: timedOut }) },
    'not-applicable',
    /RSA key exchange/,
  ],
  [
    vulnRobot,
    'a list that was cut short rules nothing out',
    { ...cutShort, ...flaw({ robot: timedOut }) },
    'inconclusive',
  ],
  [vulnPoodleTls, 'wrong padding is refused', withCbc, 'pass'],
  [vulnPoodleTls, 'wrong padding is accepted', { ...withCbc, ...padding }, 'fail', /CVE-2014-8730/],
  [vulnPoodleTls, 'no CBC suite', gcmAlone, 'not-applicable', /No CBC suite/],
  [vulnPoodleTls, 'TLS 1.3 alone', tlsOf(tls13Only()), 'not-applicable'],
  [vulnPoodleTls, 'no answer in time', { ...withCbc, ...flaw({ poodleTls: timedOut }) }, 'inconclusive'],
  [vulnCbcOracle, 'all answers are alike', withCbc, 'pass'],
  [
    vulnCbcOracle,
    'one kind is told apart',
    { ...withCbc, ...oracle },
    'fail',
    /Zombie POODLE[^]*TLSv1\.2 with c013 TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA[^]*correct MAC, wrong padding: reset/,
  ],
  [vulnCbcOracle, 'no CBC suite', gcmAlone, 'not-applicable'],
  [vulnCbcOracle, 'no answer in time', { ...withCbc, ...flaw({ cbcOracle: timedOut }) }, 'inconclusive'],
]);

test('a weak oracle weighs less than a strong one', () => {
  const outcome = vulnRobot.evaluate({ ...soundEvidence, ...withCbc, ...weak });
  assert.ok(outcome.outcome === 'fail');
  assert.equal(outcome.findings[0].cvss, 'recordedDecryption');
});
