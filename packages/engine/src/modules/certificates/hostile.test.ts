import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pathProblemCode } from '../../evidence/certificates/schema.ts';
import { seen } from '../../evidence/observed.ts';
import { certificates } from './module.ts';
import { audited, caa, intermediate, problem, root, sct, staple } from './testing/evidence.ts';

/** The longest sentence that a report shows without a fold. */
const maxDescription = 2_000;

const text = fc.oneof(
  fc.constantFrom('', '*', '*.', '.', 'a'.repeat(70_000), ',O=', '\\', '\u0000\u202e', '::', '1:2', '%%%', ';=;'),
  fc.string({ unit: 'binary' }),
);
/** What the codec reads into a word of its own: an identifier, a number. */
const word = fc.string({ unit: 'binary', maxLength: 160 });
const moment = fc.oneof(fc.constantFrom(0, -1, 253_402_300_799, 1e18), fc.integer());
const names = fc.array(fc.record({ type: fc.constantFrom('dns', 'ip', 'email', 'uri', 'other'), value: text }));
const key = fc.record({
  algorithm: fc.oneof(fc.constantFrom('rsa', 'ec', 'dsa', 'ed25519', 'ml-dsa-44', 'constructor'), word),
  bits: fc.option(fc.nat()),
  curve: fc.option(word),
  exponent: fc.option(word),
  spkiSha256: word,
  weakness: fc.constant(null),
});
const hostile = fc.record({
  subject: text,
  issuer: text,
  commonName: fc.option(text),
  serialNumber: word,
  notBefore: moment,
  notAfter: moment,
  subjectAltNames: names,
  key,
  signature: fc.record({ algorithm: word, hash: fc.constantFrom('md5', 'sha1', 'sha256', 'unknown') }),
  selfIssued: fc.boolean(),
  selfSigned: fc.boolean(),
  keyUsage: fc.option(fc.array(fc.constantFrom('digitalSignature', 'keyCertSign', 'keyAgreement'))),
  extendedKeyUsage: fc.option(fc.array(text)),
  mustStaple: fc.boolean(),
  ocspUrls: fc.array(text),
  crlUrls: fc.array(text),
});

const given = fc.record({
  leaf: hostile,
  issuer: hostile,
  codes: fc.array(fc.constantFrom(...pathProblemCode.options)),
  anchor: fc.constantFrom('public', 'extra', null),
  at: moment,
  value: text,
});

test('whatever strangers write, every check answers, and in sentences of a bearable length', () => {
  fc.assert(
    fc.property(given, ({ leaf, issuer, codes, anchor, at, value }) => {
      const evidence = audited({
        leaf,
        behind: [intermediate(issuer)],
        path: [intermediate(issuer), root()],
        problems: codes.map((code) => problem(code)),
        verdict: { anchor },
        chain: {
          scts: [sct('Google', { timestamp: at }), sct('Zebra', { log: null, signature: 'invalid', problem: null })],
          staple: seen(staple({ status: 'revoked', revokedAt: at, nextUpdate: at })),
        },
        evidence: { clockSkew: seen(at), caa: seen([caa([[128, value, value]], { malformed: [value] })]) },
      });
      const { algorithm, spkiSha256 } = leaf.key;
      const lastSeenMs = evidence.target.startedAtMs;
      const known = { host: 'example.test', port: 443, algorithm, spkiSha256, firstSeenMs: 0, lastSeenMs };
      const history = { sinceMs: 0, keys: [known], sessions: [] };
      for (const check of certificates.checks) {
        const outcome = check.evaluate({ ...evidence, history });
        const drafts = outcome.outcome === 'fail' ? outcome.findings : [];
        for (const { description } of drafts) assert.ok(description.length < maxDescription, check.id);
      }
    }),
    { numRuns: 200 },
  );
});

const named = fc.record({
  subject: text,
  issuer: text,
  commonName: fc.option(text),
  subjectAltNames: names,
  extendedKeyUsage: fc.option(fc.array(text)),
  ocspUrls: fc.array(text),
  crlUrls: fc.array(text),
});

test('no sentence carries what cannot be seen of the names that strangers wrote', () => {
  fc.assert(
    fc.property(
      named,
      named,
      fc.array(fc.constantFrom(...pathProblemCode.options)),
      text,
      (leaf, issuer, codes, value) => {
        const evidence = audited({
          leaf,
          behind: [intermediate(issuer)],
          path: [intermediate(issuer), root()],
          problems: codes.map((code) => problem(code)),
          evidence: { caa: seen([caa([[128, value, value]], { malformed: [value] })]) },
        });
        for (const check of certificates.checks) {
          const outcome = check.evaluate({ ...evidence, history: { sinceMs: 0, keys: [], sessions: [] } });
          const drafts = outcome.outcome === 'fail' ? outcome.findings : [];
          for (const { description } of drafts)
            assert.doesNotMatch(description, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u, check.id);
        }
      },
    ),
    { numRuns: 200 },
  );
});
