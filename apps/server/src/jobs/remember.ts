import type { AuditMemory } from '@perimeter/engine/evidence/history/memory';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditRow, Db } from '../repositories/schema/schema.ts';
import { findMemory, keepMemory, scopeOf } from '../repositories/audits/memories.ts';

/** What reading and storing memories needs. */
export interface Remembering {
  db: Db;
  /** Secrets that encrypt sessions, the newest first; empty: no sessions are remembered. */
  secrets: readonly Buffer[];
}

/**
 * The memory of earlier audits; null if there is none, undefined if it could not be read and must not be overwritten.
 */
export async function remembered(
  { db, secrets }: Remembering,
  audit: AuditRow,
  log: FastifyBaseLogger,
): Promise<AuditMemory | null | undefined> {
  const scope = scopeOf(audit);
  try {
    return scope === null ? undefined : await findMemory(db, scope, secrets);
  } catch (error) {
    log.warn({ err: error }, 'Reading the memory of earlier audits failed');
    return undefined;
  }
}

/** Stores an audit's memory for later audits. A failure does not fail the audit. */
export async function remember(
  { db, secrets }: Remembering,
  audit: AuditRow,
  memory: AuditMemory | undefined,
  log: FastifyBaseLogger,
): Promise<void> {
  const scope = scopeOf(audit);
  if (scope === null || memory === undefined) return;
  try {
    await keepMemory(db, scope, memory, secrets);
  } catch (error) {
    log.warn({ err: error }, 'Saving the memory of the audit failed');
  }
}
