import type { AuditChanges } from '../../../database/changes.ts';
import type { AuditWithElapsed } from '../../../repositories/audits/audits.ts';
import { toState } from '../state.ts';

/** Interval of heartbeats on an idle stream. */
export const heartbeatMs = 15_000;
/** How soon a client reconnects after a stream that ended before its audit. */
const retryMs = 2_000;

/** What a stream needs. */
export interface EventSource {
  id: string;
  /** The accounts through which the caller may read the audit. */
  accounts: readonly string[];
  changes: Pick<AuditChanges, 'watch'>;
  /** The audit in its current state; throws if the caller may not read it (any more). */
  read: () => Promise<AuditWithElapsed>;
  /** Aborted when the client disconnects. */
  gone: AbortSignal;
}

const toEvent = (audit: AuditWithElapsed): string =>
  `id: ${audit.version}\ndata: ${JSON.stringify(toState(audit))}\n\n`;

/** Waits for a newer version; returns whether there is one, a heartbeat is due, or the stream must end. */
async function wait(source: EventSource, known: number): Promise<'woken' | 'silent'> {
  const watch = source.changes.watch(source.id, ...source.accounts);
  let silent = false;
  const timer = setTimeout(() => {
    silent = true;
    watch.end();
  }, heartbeatMs);
  source.gone.addEventListener('abort', watch.end, { once: true });
  // Read now, because a change since the last read is not announced again.
  const now = await readAgain(source);
  if (now !== null && now.version <= known && !source.gone.aborted) await watch.beyond(known, 2 * heartbeatMs);
  source.gone.removeEventListener('abort', watch.end);
  clearTimeout(timer);
  watch.end();
  return silent ? 'silent' : 'woken';
}

/**
 * The current audit; null if it cannot be read: the stream then ends normally, and the client gets the error when it
 * reconnects.
 */
const readAgain = async ({ read }: EventSource): Promise<AuditWithElapsed | null> => read().catch(() => null);

/**
 * One event per observed version of an audit, until it ends or the caller may not read it any more. Ends early if the
 * service stops waiting: the client reconnects with its last id (HTML Standard section 9.2).
 */
export async function* auditEvents(
  source: EventSource,
  first: AuditWithElapsed,
  known: number,
): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`;
  let audit = first;
  let seen = known;
  while (!source.gone.aborted) {
    if (audit.version > seen) yield toEvent(audit);
    seen = Math.max(seen, audit.version);
    if (audit.ended_at !== null) return;
    const why = await wait(source, seen);
    const now = await readAgain(source);
    if (now === null) return;
    audit = now;
    if (audit.version > seen) continue;
    if (why === 'woken') return;
    yield ':\n\n';
  }
}
