// The public suite of RFC 7208, held beside the repository; skipped aloud where it is absent.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { checkHost } from './check-host.ts';
import { scriptedLookup, type ZoneData } from './testing/zone-data.ts';

const file = path.resolve(import.meta.dirname, '../../../../../shared/vectors/rfc7208_spf.json');
const zoneData: z.ZodType<ZoneData> = z.record(
  z.string(),
  z.array(z.union([z.literal('TIMEOUT'), z.record(z.string(), z.unknown())])),
);
const suites = z.object({
  suites: z.array(
    z.object({
      suite: z.string(),
      zonedata: zoneData,
      tests: z.array(
        z.object({
          id: z.string(),
          helo: z.string(),
          mailfrom: z.string(),
          host: z.string(),
          result: z.array(z.string()),
          explanation: z.string().nullable(),
        }),
      ),
    }),
  ),
});

if (existsSync(file)) {
  for (const { suite, zonedata, tests } of suites.parse(JSON.parse(readFileSync(file, 'utf8'))).suites) {
    for (const { id, helo, mailfrom, host, result, explanation } of tests) {
      test(`RFC 7208, ${suite}: ${id}`, async () => {
        const verdict = await checkHost({ ip: host, helo, mailFrom: mailfrom }, scriptedLookup(zonedata));
        assert.ok(result.includes(verdict.result), `${verdict.result} instead of ${result.join(' or ')}`);
        if (explanation !== null && explanation !== 'DEFAULT') assert.equal(verdict.explanation, explanation);
      });
    }
  }
} else {
  test('the public suite of RFC 7208', { skip: 'the vectors are not beside this checkout' }, () => undefined);
}
