import { dayMs } from '@perimeter/protocols/durations';
import { z } from 'zod';
import { earlierSession, rememberedKey, rememberedPorts } from './schema.ts';

/** Sessions are forgotten when they are as old: six weeks, in milliseconds. */
export const maxSessionAgeMs = 42 * dayMs;

const base64 = z.base64();

/** A TLS session that a later audit can offer again. It can decrypt the connection it came from: keep it secret. */
export const savedSession = earlierSession.omit({ resumed: true }).extend({
  ticket: base64,
  /** The master secret, or in TLS 1.3 the pre-shared key. */
  secret: base64,
  /** ticket_age_add (RFC 9846 section 4.7.1); 0 under TLS 1.2. */
  ageAdd: z.int(),
  /** RFC 7627. */
  hasExtendedMasterSecret: z.boolean(),
});
export type SavedSession = z.infer<typeof savedSession>;

/**
 * What audits of a target store for later audits. Its sessions are secrets, so it is kept apart from evidence and from
 * everything that is shown.
 */
export const auditMemory = z.object({
  /** When the first audit that is remembered began, epoch milliseconds. */
  sinceMs: z.int(),
  keys: z.array(rememberedKey),
  sessions: z.array(savedSession),
  /** Absent in memory stored before ports were remembered. */
  ports: z.array(rememberedPorts).optional(),
});
export type AuditMemory = z.infer<typeof auditMemory>;

/** The memories of several targets by their registrable domains, as a file holds them. */
export const memoryFile = z.object({
  perimeterMemory: z.literal(1),
  domains: z.record(z.string(), auditMemory),
});
export type MemoryFile = z.infer<typeof memoryFile>;
