import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base } from '../testing/sealed-sample.ts';
import { forgeToken, responseOf } from '../testing/time-stamp-authority.ts';
import { sealPdfWithTimeStamp } from './seal-pdf.ts';
import { openTimeStampExchange } from '../time-stamp/exchange.ts';

import { demands, failures, kit, skip, stampedBy, today, verified } from '../testing/stamped-sample.ts';

test('the clocks of service and authority must agree, both when sealing and when verifying', { skip }, async () => {
  await assert.rejects(
    stampedBy((request) => kit().reply(request), { claimedMs: today.sealedAtMs - 3_600_000 }),
    /The time stamp is/,
  );
  const early = { ...today, sealedAtMs: today.sealedAtMs - 1_800_000 };
  const pdf = await sealPdfWithTimeStamp(base, early, async (signature) => {
    const exchange = openTimeStampExchange(signature, demands());
    return exchange.accept(kit().reply(exchange.request));
  });
  const result = verified(pdf);
  assert.deepEqual(
    failures(result).map(({ name }) => name),
    ['time-stamp'],
  );
});

test('a token that needs more than the reserved space gets it', { skip }, async () => {
  const authority = kit().issue('large');
  const many = Array.from(
    { length: 12 },
    (_, index) =>
      kit().issue(`ballast-${index}`, {
        key: 'ec -pkeyopt ec_paramgen_curve:P-256',
        extensions: [`nsComment=${'x'.repeat(900)}`],
      }).certificate,
  );
  const certificates = [authority.certificate, ...many];
  const pdf = await stampedBy((request) => responseOf(forgeToken(authority, request, { certificates })));
  assert.deepEqual(failures(verified(pdf, { timeAuthorities: [kit().root] })), []);
});
