import type { ProgressEvent } from '@perimeter/contract/progress';
import type { AuditMemory } from '../../evidence/history/memory.ts';
import type { OptOuts } from '../../net/opt-outs.ts';
import type { SharedBudgets } from '../../net/budgets/shared-budgets.ts';
import type { MailMemory } from '../../net/smtp/mail-memory.ts';
import type { EngineSettings } from '../../settings/settings.ts';
import type { OnBug } from '../evaluate.ts';

/** How an audit runs. */
export interface AuditOptions {
  settings: EngineSettings;
  /** Ends the audit early; it then fails with scan_timeout. */
  signal?: AbortSignal;
  onProgress?: (event: ProgressEvent) => void;
  /** Called for internal errors that an audit survived. */
  onBug?: OnBug;
  /** Names and networks that must not be connected to, evaluated for each connection; default: none. */
  optOuts?: OptOuts;
  /** A reference for the operator in the User-Agent; default: none. */
  reference?: string;
  /** Memory of earlier audits of the target, null where there was none; absent: nothing is stored. */
  memory?: AuditMemory | null;
  /** Knowledge about mail servers from other audits; default: that of this process. */
  mail?: MailMemory;
  /** Budgets over all audits; default: those of this process. */
  budgets?: SharedBudgets;
}
