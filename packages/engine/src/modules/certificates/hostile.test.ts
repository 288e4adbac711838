import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { pathProblemCode } from '../../evidence/certificates/schema.ts';
import { seen } from '../../evidence/observed.ts';
import { certificates } from './module.ts';
import { audited, caa, intermediate, problem, root } from './testing/evidence.ts';
import { names, text } from './testing/hostile.ts';

const named = fc.record({
  subject: text,
  issuer: text,
  commonName: fc.option(text),
  subjectAltNames: names,
  extendedKeyUsage: fc.option(fc.array(text)),
  ocspUrls: fc.array(text),
  crlUrls: fc.array(text),
});

test('no sentence contains invisible characters from names in certificates', () => {
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
