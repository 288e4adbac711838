import type { AuditMemory } from '@perimeter/engine/evidence/history/memory';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditRow, Db } from '../repositories/schema/schema.ts';
import { findMemory, keepMemory, scopeOf } from '../repositories/audits/memories.ts';

/** What memories are read and kept with. */
export interface Remembering {
  db: Db;
  /** What sessions are remembered under, the newest first; none: sessions are not remembered. */
  secrets: readonly Buffer[];
}

/** What earlier audits left, null where there was none; undefined: nobody knows, so that nothing is put in its place. */
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

/** Keeps what an audit leaves to later ones. To lose that is no reason to lose the audit. */
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
