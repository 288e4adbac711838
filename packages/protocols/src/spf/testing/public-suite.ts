import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { publishedVectors } from '../../testing/published-vectors.ts';
import type { ZoneData } from './zone-data.ts';

const file = publishedVectors('rfc7208_spf.json');
const zoneData: z.ZodType<ZoneData> = z.record(
  z.string(),
  z.array(z.union([z.literal('TIMEOUT'), z.record(z.string(), z.unknown())])),
);
const schema = z.object({
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

/** The public suite of RFC 7208; null where it is absent. */
export const publicSuites = (): z.infer<typeof schema>['suites'] | null =>
  file === null ? null : schema.parse(JSON.parse(readFileSync(file, 'utf8'))).suites;
