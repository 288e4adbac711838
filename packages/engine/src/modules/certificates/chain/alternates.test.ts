import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noHttp } from '../../../evidence/http/example.ts';
import { certificates } from '../module.ts';
import { at, audited, type Changes, digest, rsa, together } from '../testing/evidence.ts';
import { answer, type Row, testRows } from '../testing/rows.ts';
import { certAlternateRejected } from './alternates.ts';
import { isTrusted } from '../../../evidence/site/visits/hsts.ts';

const expired: Changes = { leaf: { notAfter: at('2026-10-15') }, problems: ['expired'] };

/** One address with an EC and an RSA certificate: which of them browsers get, and what is wrong with the other. */
function both(forBrowsers: 'ec' | 'rsa' | null, ofEc: Changes, ofRsa: Changes) {
  const flag = (type: 'ec' | 'rsa') => (forBrowsers === null ? {} : { forBrowsers: forBrowsers === type });
  const ec = audited({ ...ofEc, chain: { ...ofEc.chain, ...flag('ec') } });
  const other = audited({
    ...ofRsa,
    leaf: { ...rsa(2_048), sha256: digest('9e'), ...ofRsa.leaf },
    chain: { keyType: 'rsa', ...flag('rsa'), ...ofRsa.chain },
  });
  return together(ec, { ...other, tls: { endpoints: [] } });
}

const rows: readonly Row[] = [
  [
    certAlternateRejected,
    'the certificate of other clients has expired',
    both('ec', {}, expired),
    'fail',
    /RSA 2048 certificate .*Browsers get another certificate, but clients that offer other algorithms get this one\./,
  ],
  [certAlternateRejected, 'it has too few SCTs', both('ec', {}, { chain: { scts: [] } }), 'fail', /no valid SCT/],
  [certAlternateRejected, 'it is for another name', both('ec', {}, { problems: ['name-mismatch'] }), 'fail'],
  [certAlternateRejected, 'it is valid, too', both('ec', {}, {}), 'pass'],
  [certAlternateRejected, 'browsers get the one that has expired', both('rsa', {}, expired), 'pass'],
  [certAlternateRejected, 'which one browsers get was not seen', both(null, {}, expired), 'not-applicable'],
  [certAlternateRejected, 'one certificate', {}, 'not-applicable'],
];
testRows(rows);

const failing = (evidence: ReturnType<typeof both>): string[] =>
  certificates.checks
    .filter((check) => !check.needs.includes('history') && answer(check, evidence).outcome === 'fail')
    .map(({ id }) => id);

test('a fault in the certificate of other clients is reported for that certificate only', () => {
  assert.deepEqual(failing(both('ec', {}, expired)), ['cert-alternate-rejected']);
  assert.deepEqual(failing(both('rsa', {}, expired)), ['cert-expired']);
  assert.deepEqual(failing(both(null, {}, expired)), ['cert-expired']);
});

test('browsers obey HSTS by the certificate that they receive', () => {
  const heeds = (evidence: ReturnType<typeof both>) => isTrusted({ ...evidence, http: noHttp }, 'example.test');
  assert.equal(heeds(both('ec', {}, expired)), true);
  assert.equal(heeds(both('rsa', {}, expired)), false);
  assert.equal(heeds(both(null, {}, expired)), false);
  const elsewhere = audited({ ...expired, endpoint: { address: '192.0.2.2' } });
  assert.equal(
    heeds(together(both('ec', {}, expired), elsewhere)),
    false,
    'another address shows browsers an expired one',
  );
});
