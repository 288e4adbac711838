import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { X509Certificate } from 'node:crypto';
import { toolMissing, withPdf } from '../testing/pdf-tools.ts';
import { sealed, trust } from '../testing/sealed-sample.ts';
import { verifySealedPdf } from './verify-pdf.ts';

import { check, failures, kit, roots, skip, stamped, stampedBy, today, verified } from '../testing/stamped-sample.ts';

test('a document with a time stamp by openssl verifies, with its time', { skip }, () => {
  const result = verified(stamped, { timeAuthorities: [kit().root] });
  assert.deepEqual(failures(result), []);
  assert.match(check(result, 'time-stamp')?.detail ?? '', /by .*CN=authority, under .*CN=root/);
  assert.equal(Math.abs((result.claims.timeStamp?.at ?? 0) - today.sealedAtMs) < 600_000, true);
  assert.equal(result.claims.timeStamp?.anchor, 'O=Stamps, CN=root');
});

test(
  "without trusted authorities the stamp is accepted with the signer's vouching signature, and the result says so",
  { skip },
  () => {
    const result = verified(stamped);
    assert.deepEqual(failures(result), []);
    assert.match(check(result, 'time-stamp')?.detail ?? '', /no time-stamping CA was given/);
  },
);

test('an authority other than the trusted one fails the document', { skip }, () => {
  const result = verified(stamped, { timeAuthorities: roots });
  assert.deepEqual(
    failures(result).map(({ name }) => name),
    ['time-stamp'],
  );
});

test("only a trusted stamp proves that a document is older than its key's compromise", { skip }, () => {
  const atMs = verified(stamped).claims.timeStamp?.at ?? assert.fail();
  const judge = (sinceMs: number, timeAuthorities: X509Certificate[] | null) =>
    verified(stamped, { timeAuthorities, compromisedSinceMs: () => sinceMs });
  assert.ok(judge(atMs + 1_000, [kit().root]).intact);
  assert.match(check(judge(atMs, [kit().root]), 'validity')?.detail ?? '', /and the file dates from/);
  assert.match(check(judge(atMs + 1_000, null), 'validity')?.detail ?? '', /no independent proof/);
});

test('a document without a time stamp has no such check', () => {
  assert.equal(check(verifySealedPdf(sealed, trust), 'time-stamp'), undefined);
});

test(
  'other encodings by openssl are accepted: SHA-1 identifiers, fractions of a second, ECDSA, SHA-512',
  { skip },
  async () => {
    for (const section of ['old_ids', 'curves']) {
      const pdf = await stampedBy((request) => kit().reply(request, section));
      assert.deepEqual(failures(verified(pdf, { timeAuthorities: [kit().root] })), [], section);
    }
  },
);

test('the authority must use the requested policy', { skip }, async () => {
  const asked = { policy: '1.2.3.4.5' };
  assert.ok(verified(await stampedBy((request) => kit().reply(request), asked)).intact);
  await assert.rejects(
    stampedBy((request) => kit().reply(request), { policy: '1.2.3.4.9' }),
    /unacceptedPolicy/,
  );
});

test(
  'pdfsig reports the document as valid and completely signed',
  { skip: skip === false ? toolMissing('pdfsig') : skip },
  () => {
    withPdf(stamped, (run) => {
      const { output } = run('pdfsig', '-nocert', 'report.pdf');
      assert.match(output, /Signature Validation: Signature is Valid/);
      assert.match(output, /Total document signed/);
      assert.match(output, /ETSI\.CAdES\.detached/);
    });
  },
);

test('qpdf reports no error in the document', { skip: skip === false ? toolMissing('qpdf') : skip }, () => {
  withPdf(stamped, (run) => {
    const { status, output } = run('qpdf', '--check', 'report.pdf');
    assert.equal(status, 0, output);
  });
});
