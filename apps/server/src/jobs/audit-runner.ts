import type { EngineSettings } from '@perimeter/engine/settings/settings';
import type { SharedBudgets } from '@perimeter/engine/net/budgets/shared-budgets';
import type { MailMemory } from '@perimeter/engine/net/smtp/mail-memory';
import type { siteAddresses } from '@perimeter/engine/runner/site-addresses';
import type { runAudit } from '@perimeter/engine/runner/audit';
import type { FastifyBaseLogger } from 'fastify';
import type { Ceilings } from '../audits/ceilings.ts';
import type { Db } from '../repositories/schema/schema.ts';
import type { OptOutList } from '../caches/opt-outs.ts';

/** What running audits needs. */
export interface AuditRunner {
  db: Db;
  engine: EngineSettings;
  runAudit: typeof runAudit;
  /** Resolves the addresses of a site; without it audits are not counted by address. */
  siteAddresses?: typeof siteAddresses | undefined;
  ceilings: Ceilings;
  /** The cache of mail-server sessions; without it each process has its own. */
  mail?: MailMemory;
  /** Send budgets shared by the audits of all processes; without it only by those of this one. */
  budgets?: SharedBudgets;
  optOuts: Pick<OptOutList, 'isOptedOut' | 'networkOf' | 'follow'>;
  /** Secrets that encrypt the memory of audits, the newest first; empty: no sessions are remembered. */
  secrets: readonly Buffer[];
  log: FastifyBaseLogger;
}

/** The run was ended from outside or lost its claim: another worker takes the job. */
export class AuditInterrupted extends Error {
  override readonly name = 'AuditInterrupted';
}
