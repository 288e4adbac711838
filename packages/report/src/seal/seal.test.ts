import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from '../canonical/canonical-json.ts';
import { sha256Hex } from '../canonical/digest.ts';
import { missedFlips, sampleOf } from '../testing/bit-flips.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { base, hash, options, sealed, signer, trust } from '../testing/sealed-sample.ts';
import { sealPdf } from './seal-pdf.ts';
import { verifySealedPdf } from './verify-pdf.ts';

test('a sealed report verifies, and the report can be extracted', () => {
  const result = verifySealedPdf(sealed, trust);
  assert.deepEqual(
    result.checks.filter(({ passed }) => passed !== true),
    [],
  );
  assert.ok(result.intact);
  assert.equal(result.report?.toString('utf8'), canonicalJson(sampleReport));
  assert.equal(result.claims.contentSha256, hash);
  assert.equal(result.claims.sealedAt, Math.floor(sampleReport.completedAt / 1_000) * 1_000);
  assert.equal(result.claims.certificateSha256, sha256Hex(signer.certificate));
});

test('sealing the same report again gives the same file', () => {
  assert.ok(sealPdf(base, options).equals(sealed));
});

test('a signer below no trusted root is not trusted', () => {
  const result = verifySealedPdf(sealed, []);
  assert.equal(result.intact, false);
  assert.equal(result.checks.find(({ name }) => name === 'signer')?.passed, false);
});

test('a second revision after the seal is detected', () => {
  const { trailer } = { trailer: /startxref\n(\d+)\n%%EOF\n$/.exec(sealed.toString('latin1'))?.[1] };
  const text = `\nxref\n0 0\ntrailer\n<<\n  /Size 3000\n  /Root 1 0 R\n  /Info 1 0 R\n  /ID [(a) (b)]\n  /Prev ${trailer}\n>>\nstartxref\n${sealed.length + 1}\n%%EOF\n`;
  assert.equal(verifySealedPdf(Buffer.concat([sealed, Buffer.from(text)]), trust).intact, false);
  assert.equal(verifySealedPdf(Buffer.concat([sealed, Buffer.from('\n')]), trust).intact, false);
});

test('a flipped bit is detected, in a small sample of bytes', () => {
  assert.deepEqual(missedFlips(sampleOf(0, base.length, 30), sealed, trust), []);
  assert.deepEqual(missedFlips(sampleOf(base.length, sealed.length, 50), sealed, trust), []);
});

test('files that are not sealed reports are refused without an exception', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('%PDF-1.7\n'), base, sealed.subarray(0, sealed.length - 40)]) {
    assert.equal(verifySealedPdf(bytes, trust).intact, false);
  }
});
