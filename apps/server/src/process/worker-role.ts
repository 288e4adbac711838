import { createLeases } from '@perimeter/engine/net/budgets/leases';
import { createSharedBudgets, type SharedBudgets } from '@perimeter/engine/net/budgets/shared-budgets';
import { createMailMemory } from '@perimeter/engine/net/smtp/mail-memory';
import { tryControlHost } from '@perimeter/engine/net/smtp/control-host';
import { openOptOutList } from '../caches/opt-outs.ts';
import { readSecrets } from '../identity/secrets.ts';
import { startPurging } from '../jobs/purging.ts';
import { auditRunner, giveUpAudit } from '../jobs/run-audit.ts';
import { leasesInDatabase } from '../repositories/limits/leases.ts';
import { mailSessionStore } from '../repositories/audits/mail-sessions.ts';
import type { Parts } from './parts.ts';

/**
 * Send budgets over all audits: in memory if this process alone uses the database, else by leases that all processes
 * share.
 */
function budgetsOf({ database, http }: Parts): SharedBudgets {
  if (database.exclusive) return createSharedBudgets();
  const leases = createLeases(leasesInDatabase(database.db, crypto.randomUUID()), (error) =>
    http.log.warn({ err: error }, 'Renewing leases of addresses failed; new connections wait'),
  );
  http.addHook('onClose', async () => leases.stop());
  return createSharedBudgets(leases);
}

/**
 * Opens what running audits need; the returned function starts to take jobs, once the API (if this process has one)
 * answers.
 */
export async function openWorker(parts: Parts): Promise<() => Promise<void>> {
  const { settings, engine, http, database, queue, changes } = parts;
  const { db } = database;
  const optOuts = await openOptOutList(db, changes, (error) =>
    http.log.warn({ err: error }, 'Reading the opt-out list failed'),
  );
  http.addHook('onClose', async () => optOuts.close());
  http.addHook('onClose', startPurging({ db, queue }, http.log).stop);
  const budgets = budgetsOf(parts);
  return async () => {
    const secrets = await readSecrets(settings, db);
    const mail = createMailMemory(settings.engine, mailSessionStore(db), ({ how }) =>
      http.log.warn({ how }, 'Port 25 is blocked; mail servers are not tested until it opens'),
    );
    await tryControlHost(settings.engine, mail.egress);
    http.log.info(mail.egress.state(), 'Reachability of mail servers');
    const { ceilings } = settings.metering;
    const runner = { ...engine, db, mail, budgets, engine: settings.engine, ceilings, optOuts, secrets, log: http.log };
    await queue.work(settings.concurrency, auditRunner(runner), giveUpAudit(runner));
  };
}
