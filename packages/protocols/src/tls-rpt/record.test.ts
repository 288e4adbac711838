import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTlsRpt, parseTlsRpt } from './record.ts';

test('the record begins with the exact version', () => {
  assert.equal(isTlsRpt('v=TLSRPTv1; rua=mailto:a@x.lab'), true);
  for (const text of ['v=TLSRPTv1', 'v=tlsrptv1; rua=mailto:a@x.lab', 'v=TLSRPTv2; rua=x'])
    assert.equal(isTlsRpt(text), false, text);
});

test('reports go to mail addresses and to https', () => {
  const { destinations, problems } = parseTlsRpt('v=TLSRPTv1;rua=mailto:a@X.lab,https://r.lab/v1');
  assert.deepEqual(
    destinations.map(({ scheme, host }) => [scheme, host]),
    [
      ['mailto', 'x.lab'],
      ['https', 'r.lab'],
    ],
  );
  assert.deepEqual(problems, []);
});

test('what breaks a record is named', () => {
  const codes = (text: string): string[] => parseTlsRpt(text).problems.map(({ code }) => code);
  assert.deepEqual(codes('v=TLSRPTv1;'), ['rua-missing']);
  assert.deepEqual(codes('v=TLSRPTv1; rua=http://x.lab/'), ['rua-invalid']);
  assert.deepEqual(codes('v=TLSRPTv1; rua=mailto:a@x.lab; rua=mailto:b@x.lab'), ['tag-repeated']);
  assert.deepEqual(codes('v=TLSRPTv1; rua=mailto:a@x.lab; oops'), ['tag-malformed']);
});
