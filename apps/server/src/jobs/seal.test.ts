import { type AuditEvidence, evidenceVersion, readEvidence } from '@perimeter/engine/evidence/evidence';
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { reportOf } from '../testing/deterministic-engine.ts';
import { maxEvidenceBytes, packEvidence, sealReport, unpackEvidence } from './seal.ts';

const request = { id: 'aud_x', domain: 'a.net', registrableDomain: 'a.net', scanMode: 'standard' } as const;

test('the same report gives the same bytes in any order of members', () => {
  const report = reportOf(request);
  const reordered = Object.fromEntries(Object.entries(report).toReversed());
  const sealed = sealReport(report);
  assert.deepEqual(sealReport({ ...report, ...reordered }), sealed);
  assert.deepEqual(sealed.sha256, createHash('sha256').update(sealed.body).digest());
});

test('a report with an unpaired surrogate in a text is still stored', () => {
  const sealed = sealReport({ ...reportOf(request), domain: 'a\ud800.net' });
  assert.match(sealed.body.toString('utf8'), /"domain":"a\ufffd.net"/);
});

test('stored evidence can be read by its schema', async () => {
  const target = {
    domain: 'a.net',
    registrableDomain: 'a.net',
    scanMode: 'deep',
    startedAtMs: 1,
    seed: '\0\ud800',
  } as const;
  const evidence: AuditEvidence = { version: evidenceVersion, target, missing: [{ kind: 'tls', reason: 'broken' }] };
  assert.deepEqual(await unpackEvidence((await packEvidence(evidence)) ?? assert.fail()), evidence);
});

test('stored evidence of another version is refused by its version', async () => {
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

const golden = new URL('../../../../packages/engine/golden/good.lab.evidence.json', import.meta.url);
const evidence = readEvidence(JSON.parse(readFileSync(golden, 'utf8')));

/** Evidence of a real audit with this document text and this title of one page. */
function evidenceWith(text: string, title: string): AuditEvidence {
  const { http = assert.fail() } = evidence;
  const exchanges = http.exchanges.map((exchange) =>
    exchange.id === http.finalDocument && exchange.result.ok
      ? {
          ...exchange,
          result: {
            ok: true as const,
            response: { ...exchange.result.response, body: { ...exchange.result.response.body, text } },
          },
        }
      : exchange,
  );
  const [first = assert.fail(), ...others] = http.pages;
  return { ...evidence, http: { ...http, exchanges, pages: [{ ...first, title }, ...others] } };
}
/** A little more than the limit, however well it is compressed. */
const noise = randomBytes(maxEvidenceBytes + 65_536).toString('base64');

test('evidence beyond its size limit is stored without document texts, or not at all', async () => {
  const small = evidenceWith('<p>x', 'x');
  assert.deepEqual(await unpackEvidence((await packEvidence(small)) ?? assert.fail()), small);
  const stored = (await packEvidence(evidenceWith(noise, 'x'))) ?? assert.fail();
  assert.ok(stored.length <= maxEvidenceBytes);
  const { http = assert.fail() } = await unpackEvidence(stored);
  const final = http.exchanges.find(({ id }) => id === http.finalDocument)?.result;
  assert.ok(final?.ok);
  assert.deepEqual([final.response.body.text, final.response.body.characters], [null, noise.length]);
  assert.equal(await packEvidence(evidenceWith(noise, noise)), null);
});
