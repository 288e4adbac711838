import { hasEnded } from '@perimeter/contract/audit';
import { accountsOf, type Principal } from '../../credentials/principal.ts';
import type { AuditWithElapsed } from '../../repositories/audits/audits.ts';
import type { StatusCache } from '../../caches/statuses.ts';
import { requireVisible } from './find.ts';
import type { AuditRoutesOptions } from './options.ts';

/** The caller and the audit of a status request. */
interface Asked {
  id: string;
  principal: Principal;
}

async function readStatus(statuses: StatusCache, { id, principal }: Asked, seen = 0): Promise<AuditWithElapsed> {
  const audit = requireVisible(await statuses.find(id), principal);
  if (audit.version >= seen) return audit;
  statuses.forget(id);
  return requireVisible(await statuses.find(id), principal);
}

/** The audit now, or after its next change if the caller requested to wait and the audit has not ended. */
export async function readOrWait(
  { statuses, changes }: AuditRoutesOptions,
  asked: Asked,
  wait: {
    seconds: number;
    seen: number;
    isNews: (audit: AuditWithElapsed) => boolean;
    granted: (ms: number) => void;
    closed: (then: () => void) => void;
    /** Authenticates the caller again after the wait. Throws if they may not read the audit any more. */
    again: () => Promise<Principal>;
  },
): Promise<AuditWithElapsed> {
  if (wait.seconds === 0) return readStatus(statuses, asked, wait.seen);
  const watch = changes.watch(asked.id, ...accountsOf(asked.principal));
  try {
    const audit = await readStatus(statuses, asked, wait.seen);
    if (hasEnded(audit) || wait.isNews(audit)) return audit;
    wait.closed(watch.end);
    wait.granted(wait.seconds * 1_000);
    await watch.beyond(audit.version, wait.seconds * 1_000);
    return await readStatus(statuses, { ...asked, principal: await wait.again() });
  } finally {
    watch.end();
  }
}
