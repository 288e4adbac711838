import { z } from 'zod';
import { observed } from '../observed.ts';

/** A public key that audits of the target saw at a host and port. */
export const rememberedKey = z.object({
  host: z.string(),
  port: z.int(),
  /** rsa, ec, ed25519, … or the OID: keys of different kinds live beside each other. */
  algorithm: z.string(),
  /** SHA-256 of SubjectPublicKeyInfo, hex. */
  spkiSha256: z.string(),
  /** Starts of the first and of the last audit that saw it, epoch milliseconds. */
  firstSeenMs: z.int(),
  lastSeenMs: z.int(),
});
export type RememberedKey = z.infer<typeof rememberedKey>;

/** An earlier audit's TLS session with an endpoint; ticket and secret are no part of it. */
export const earlierSession = z.object({
  address: z.string(),
  port: z.int(),
  serverName: z.string(),
  version: z.enum(['TLSv1.2', 'TLSv1.3']),
  suite: z.int(),
  /** When the audit that received its ticket began, epoch milliseconds. */
  receivedAtMs: z.int(),
  /** Whether the server resumed it when its ticket was offered again; not-tested: it was not offered. */
  resumed: observed(
    z.object({
      resumed: z.boolean(),
      /** Name of the alert that ended the handshake, in lower case; null: it was completed. */
      alert: z.string().nullable(),
    }),
  ),
});
export type EarlierSession = z.infer<typeof earlierSession>;

/** Ports of an address as audits saw them last. */
export const rememberedPorts = z.object({
  address: z.string(),
  open: z.array(z.int()),
  /** Closed or filtered. */
  closed: z.array(z.int()),
  /** Start of the last audit that tested ports there, epoch milliseconds. */
  lastSeenMs: z.int(),
});
export type RememberedPorts = z.infer<typeof rememberedPorts>;

/** What earlier audits of the target remembered, as far as this one used it. */
export const historyEvidence = z.object({
  /** When the first audit that is remembered began, epoch milliseconds; null: none is. */
  sinceMs: z.int().nullable(),
  /** As they were remembered before this audit. */
  keys: z.array(rememberedKey),
  sessions: z.array(earlierSession),
  /** Absent in evidence stored before ports were remembered. */
  ports: z.array(rememberedPorts).optional(),
});
export type HistoryEvidence = z.infer<typeof historyEvidence>;
