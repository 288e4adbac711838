import { z } from 'zod';
import { scanMode } from '@perimeter/contract/report';

/** What was asked for: the one piece of evidence that is known before any packet is sent. */
export const targetEvidence = z.object({
  /** A-labels, lower case, no trailing dot. */
  domain: z.string(),
  /** The registrable domain (public suffix plus one label) that the target belongs to. */
  registrableDomain: z.string(),
  scanMode,
  /** The caller states that it may test this name, or the operator assumes it; absent: neither. */
  authority: z.literal(true).optional(),
  /** Neither ports nor paths are swept: the operator does not allow it for the caller; absent: they are. */
  passive: z.literal(true).optional(),
  /** The audit's clock in epoch milliseconds: every date rule is judged against it, so that a verdict can be repeated. */
  startedAtMs: z.int(),
  /** Seed of all random names and values that the probes sent. */
  seed: z.string(),
});
export type TargetEvidence = z.infer<typeof targetEvidence>;
