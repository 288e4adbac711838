import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCounts } from './counts.ts';
import { directErrors, type DirectPurpose, directQuestions } from './limits.data.ts';

const purposes = Object.keys(directErrors.kept) as DirectPurpose[];
const own = '192.0.2.53';

for (const scanMode of ['standard', 'deep'] as const)
  for (const purpose of purposes)
    test(`${scanMode}: ${purpose} has its reserve when all other purposes are used up`, () => {
      const countsOf = createCounts(scanMode);
      const { address, audit } = directQuestions[scanMode];
      const greedy = purposes.filter((one) => one !== purpose).map(countsOf);
      for (const place of [own, ...Array.from({ length: 40 }, (_, at) => `198.51.100.${at}`)])
        for (let at = 0; at < address.total; at += 1)
          for (const { spend } of greedy) {
            spend(place, { mayFail: true });
            spend(place);
          }
      const counts = countsOf(purpose);
      const few = Array.from({ length: directErrors.kept[purpose] }, () => counts.spend(own, { mayFail: true }));
      assert.deepEqual(new Set(few), new Set([null]));
      assert.equal(counts.spend(own, { mayFail: true })?.reason, 'budget');
      const left = address.kept[purpose] - few.length;
      assert.deepEqual(new Set(Array.from({ length: left }, () => counts.spend(own))), new Set(left > 0 ? [null] : []));
      assert.equal(counts.spend(own)?.reason, 'budget', 'no more than that at one address');
      assert.ok(counts.sent() <= audit.total);
    });
