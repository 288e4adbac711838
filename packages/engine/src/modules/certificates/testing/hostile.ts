import { anyCharacter, fc } from '@perimeter/protocols/testing/random';
import { pathProblemCode } from '../../../evidence/certificates/schema.ts';
import type { SomeEvidence } from '../../../evidence/evidence.ts';
import { seen } from '../../../evidence/observed.ts';
import { audited, caa, intermediate, problem, root, sct, staple } from './evidence.ts';

/** Text in a name, as a stranger may write it. */
export const text = fc.oneof(
  fc.constantFrom('', '*', '*.', '.', 'a'.repeat(70_000), ',O=', '\\', '\u0000\u202e', '::', '1:2', '%%%', ';=;'),
  fc.string({ unit: anyCharacter }),
);
/** Text that the codec copies from a certificate: an identifier, a number. */
const word = fc.string({ unit: anyCharacter, maxLength: 160 });
const moment = fc.oneof(fc.constantFrom(0, -1, 253_402_300_799, 1e18), fc.integer());
export const names = fc.array(fc.record({ type: fc.constantFrom('dns', 'ip', 'email', 'uri', 'other'), value: text }));
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

/** Hostile certificates, in chains broken in any way, with the rest of the evidence. */
export const hostileEvidence = given.map(({ leaf, issuer, codes, anchor, at, value }): SomeEvidence => {
  const evidence = audited({
    leaf,
    behind: [intermediate(issuer)],
    path: [intermediate(issuer), root()],
    problems: codes.map((code) => problem(code)),
    verdict: { anchor },
    chain: {
      scts: [sct('Google', { timestamp: at }), sct('Zebra', { log: null, signature: 'invalid' })],
      staple: seen(staple({ status: 'revoked', revokedAt: at, nextUpdate: at })),
    },
    evidence: { clockSkew: seen(at), caa: seen([caa([[128, value, value]], { malformed: [value] })]) },
  });
  const { algorithm, spkiSha256 } = leaf.key;
  const lastSeenMs = evidence.target.startedAtMs;
  const known = { host: 'example.test', port: 443, algorithm, spkiSha256, firstSeenMs: 0, lastSeenMs };
  return { ...evidence, history: { sinceMs: 0, keys: [known], sessions: [] } };
});
