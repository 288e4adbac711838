import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBimi, parseBimi } from './record.ts';

test('the record begins with the version', () => {
  assert.equal(isBimi('v=BIMI1; l='), true);
  assert.equal(isBimi('v=BIMI10; l='), false);
  assert.equal(isBimi('l=; v=BIMI1'), false);
});

test('a logo with its certificate, and the other tags', () => {
  const { record, declined, problems } = parseBimi(
    'v=BIMI1; l=https://x.lab/logo.svg; a=https://x.lab/vmc.pem; avp=Personal; lps=news, sales',
  );
  assert.deepEqual(record, {
    logo: 'https://x.lab/logo.svg',
    evidence: 'https://x.lab/vmc.pem',
    avatarPreference: 'personal',
    localPartSelectors: ['news', 'sales'],
  });
  assert.deepEqual([declined, problems], [false, []]);
});

test('empty addresses decline', () => {
  assert.equal(parseBimi('v=BIMI1; l=; a=;').declined, true);
  assert.equal(parseBimi('v=BIMI1; l=').declined, true);
  assert.equal(parseBimi('v=BIMI1; l=; a=https://x.lab/vmc.pem').declined, false);
});

test('each fault of a record is reported by its code', () => {
  const codes = (text: string): string[] => parseBimi(text).problems.map(({ code }) => code);
  assert.deepEqual(codes('v=BIMI1'), ['logo-missing']);
  for (const logo of ['http://x.lab/l.svg', 'https://x.lab/a b.svg'])
    assert.deepEqual(codes(`v=BIMI1; l=${logo}`), ['address-not-https'], logo);
  assert.deepEqual(codes('v=BIMI1; l=https://x.lab/l.svg; L=https://x.lab/l.svg; avp=dog; x'), [
    'tag-malformed',
    'tag-repeated',
    'value-invalid',
  ]);
});
