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
  assert.deepEqual(codes('v=TLSRPTv1; rua = mailto:a@x.lab'), ['tag-malformed', 'rua-missing']);
  assert.deepEqual(codes('v=TLSRPTv1;; rua=mailto:a@x.lab'), ['tag-malformed']);
  assert.deepEqual(codes('v=TLSRPTv1; RUA=mailto:a@x.lab'), ['rua-missing']);
  assert.deepEqual(codes('v=TLSRPTv1; rua='), ['rua-missing']);
  for (const uri of ['a@x.lab', 'mailto:x.lab', 'mailto:a@x.lab!10m', 'https:///v1', 'ftp://x.lab', 'https://x!y.lab/'])
    assert.deepEqual(codes(`v=TLSRPTv1; rua=${uri}`), ['rua-invalid'], uri);
});

test('what the grammar of RFC 8460 section 3 allows is no problem', () => {
  for (const text of [
    'v=TLSRPTv1 ;rua=mailto:a@x.lab;',
    'v=TLSRPTv1; rua=mailto:a@x.lab , https://r.lab/v1?k=v',
    'v=TLSRPTv1; rua=mailto:a@x.lab?subject=tls; ext=1',
    'v=TLSRPTv1; rua=HTTPS://r.lab:8443/v1',
  ])
    assert.deepEqual(parseTlsRpt(text).problems, [], text);
});
