import type { AuditChanges } from '../../../database/changes.ts';
import type { AuditWithElapsed } from '../../../repositories/audits/audits.ts';
import { toState } from '../state.ts';

/** How long a stream is silent before it says that it is still there. */
export const heartbeatMs = 15_000;
/** When a client comes back after a stream that ended before the audit did. */
const retryMs = 2_000;

/** What a stream is made from. */
export interface EventSource {
  id: string;
  /** The accounts by which the caller may read it. */
  accounts: readonly string[];
  changes: Pick<AuditChanges, 'watch'>;
  /** The audit as the caller may see it now; throws where they may not, or no more. */
  read: () => Promise<AuditWithElapsed>;
  /** Aborted when the client is gone. */
  gone: AbortSignal;
}

const toEvent = (audit: AuditWithElapsed): string =>
  `id: ${audit.version}\ndata: ${JSON.stringify(toState(audit))}\n\n`;

/** Waits for a version beyond the known one; says whether there is one, or it is time to say something, or to end. */
async function wait(source: EventSource, known: number): Promise<'woken' | 'silent'> {
  const watch = source.changes.watch(source.id, ...source.accounts);
  let silent = false;
  const timer = setTimeout(() => {
    silent = true;
    watch.end();
  }, heartbeatMs);
  source.gone.addEventListener('abort', watch.end, { once: true });
  // What changed since the last look is not announced again.
  const now = await readAgain(source);
  if (now !== null && now.version <= known && !source.gone.aborted) await watch.beyond(known, 2 * heartbeatMs);
  source.gone.removeEventListener('abort', watch.end);
  clearTimeout(timer);
  watch.end();
  return silent ? 'silent' : 'woken';
}

/** The audit now; null where it cannot be read: the stream ends as others do, and the client learns why when it comes back. */
const readAgain = async ({ read }: EventSource): Promise<AuditWithElapsed | null> => read().catch(() => null);

/**
 * One event for each version of an audit that is seen after the known one, until the audit has ended, or the caller may not read it any
 * more. Ends early when waiting has to end: the client comes back with the last id that it has (HTML Standard section 9.2).
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
