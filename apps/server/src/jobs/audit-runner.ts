import type { EngineSettings } from '@perimeter/engine/settings/settings';
import type { SharedBudgets } from '@perimeter/engine/net/budgets/shared-budgets';
import type { MailMemory } from '@perimeter/engine/net/smtp/mail-memory';
import type { siteAddresses } from '@perimeter/engine/runner/site-addresses';
import type { runAudit } from '@perimeter/engine/runner/audit';
import type { FastifyBaseLogger } from 'fastify';
import type { Ceilings } from '../audits/ceilings.ts';
import type { Db } from '../repositories/schema/schema.ts';
import type { OptOutList } from '../caches/opt-outs.ts';

/** What running audits takes. */
export interface AuditRunner {
  db: Db;
  engine: EngineSettings;
  runAudit: typeof runAudit;
  /** The addresses of a site; absent: no address is counted. */
  siteAddresses?: typeof siteAddresses | undefined;
  ceilings: Ceilings;
  /** What is known of mail servers; absent: each process has its own. */
  mail?: MailMemory;
  /** Budgets over the audits of all processes; absent: over those of this one. */
  budgets?: SharedBudgets;
  optOuts: Pick<OptOutList, 'isOptedOut' | 'networkOf' | 'follow'>;
  /** What sessions are remembered under, the newest first; none: sessions are not remembered. */
  secrets: readonly Buffer[];
  log: FastifyBaseLogger;
}

/** The run was ended from outside, or lost its claim: the audit is for anyone who takes its job next. */
export class AuditInterrupted extends Error {
  override readonly name = 'AuditInterrupted';
}
