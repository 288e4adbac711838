import type { startBatchBody } from '@perimeter/contract/batch';
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { parseDomain } from '@perimeter/protocols/domain/name';
import { domainMistake, invalidDomain } from '../auditable-domain.ts';

/** The domains of a body in A-labels, without duplicates. Throws invalid_domain with every mistake. */
export function domainsOf({ domains }: z.infer<typeof startBatchBody>): string[] {
  const mistakes = domains.map((domain, n) => domainMistake(domain, `/domains/${n}`)).filter((one) => one !== null);
  if (mistakes.length > 0) throw invalidDomain(mistakes);
  return [
    ...new Set(
      domains.flatMap((text) => {
        const parsed = parseDomain(text);
        return parsed.ok ? [parsed.domain.ascii] : [];
      }),
    ),
  ];
}

/** SHA-256 of the parameters. */
export const hashOf = (asked: unknown): Buffer => createHash('sha256').update(JSON.stringify(asked)).digest();
