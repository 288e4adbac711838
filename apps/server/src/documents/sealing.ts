import type { SealOptions } from '@perimeter/report/seal/seal-pdf';
import { TimeStampError } from '@perimeter/report/time-stamp/verify';
import { createSealThread } from '../signing/seal-thread.ts';
import { stamperOf, type TimeStampAuthority } from '../signing/time-stamps/authority.ts';

/** After a time-stamping authority failed, further requests do not wait for it during this time. */
const authorityRestMs = 30_000;

/**
 * Seals with a time stamp if an authority is configured. Without its stamp nothing is sealed, because a document never
 * changes later.
 */
export function createSealing(authority: TimeStampAuthority | null) {
  let restUntilMs = 0;
  const thread = createSealThread();
  return {
    start: thread.start,
    close: thread.close,
    refuseResting: (): void => {
      if (Date.now() < restUntilMs) throw new TimeStampError('The time-stamping authority failed recently');
    },
    seal: async (pdf: Uint8Array, options: SealOptions): Promise<Buffer> => {
      if (authority === null) return thread.seal(pdf, options, null);
      try {
        return await thread.seal(pdf, options, stamperOf(authority, options.sealedAtMs));
      } catch (error) {
        if (error instanceof TimeStampError) restUntilMs = Date.now() + authorityRestMs;
        throw error;
      }
    },
  };
}

/** What seals documents. */
export type Sealing = ReturnType<typeof createSealing>;
