import { type AuditEvidence, evidenceVersion } from '@perimeter/engine/evidence/evidence';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { reportOf } from '../testing/deterministic-engine.ts';
import { packEvidence, sealReport, unpackEvidence } from './seal.ts';

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
  const evidence: AuditEvidence = { version: evidenceVersion, target, missing: [{ kind: 'tls', reason: 'broken' }] };
  assert.deepEqual(await unpackEvidence(await packEvidence(evidence)), evidence);
});

test('stored evidence of another version is refused by its number', async () => {
  for (const [stored, version] of [
    [{ target: {} }, 1],
    [{ version: 3 }, 3],
  ] as const) {
    await assert.rejects(unpackEvidence(gzipSync(JSON.stringify(stored))), {
      name: 'EvidenceVersionError',
      message: `Evidence has version ${version}, but only version 2 can be judged; run the audit again`,
    });
  }
});
