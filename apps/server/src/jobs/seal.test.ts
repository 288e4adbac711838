import { auditEvidence } from '@perimeter/engine/evidence/evidence';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { reportOf } from '../testing/deterministic-engine.ts';
import { packEvidence, sealReport } from './seal.ts';

const request = { id: 'aud_x', domain: 'a.net', registrableDomain: 'a.net', scanMode: 'standard' } as const;

test('the same report gives the same bytes, whatever the order of its members', () => {
  const report = reportOf(request);
  const reordered = Object.fromEntries(Object.entries(report).toReversed());
  const sealed = sealReport(report);
  assert.deepEqual(sealReport({ ...report, ...reordered }), sealed);
  assert.deepEqual(sealed.sha256, createHash('sha256').update(sealed.body).digest());
});

test('half a surrogate pair in a text costs no audit its report', () => {
  const sealed = sealReport({ ...reportOf(request), domain: 'a\ud800.net' });
  assert.match(sealed.body.toString('utf8'), /"domain":"a\ufffd.net"/);
});

test('evidence is stored such that its schema reads it again', async () => {
  const target = {
    domain: 'a.net',
    registrableDomain: 'a.net',
    scanMode: 'deep',
    startedAtMs: 1,
    seed: '\0\ud800',
  } as const;
  const evidence = { target, missing: [{ kind: 'tls', reason: 'broken' }] };
  const packed = await packEvidence(evidence);
  assert.deepEqual(auditEvidence.parse(JSON.parse(gunzipSync(packed).toString('utf8'))), evidence);
});
