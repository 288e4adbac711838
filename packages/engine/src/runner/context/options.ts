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
  /** Told of defects of ours that an audit survived. */
  onBug?: OnBug;
  /** Names and networks that no connection is made to, asked anew for each; default: none. */
  optOuts?: OptOuts;
  /** By what the operator finds this audit, in the User-Agent; default: nothing. */
  reference?: string;
  /** What earlier audits of the target left, null where there was none; absent: nothing is remembered. */
  memory?: AuditMemory | null;
  /** What is known of mail servers from other audits; default: what this process knows. */
  mail?: MailMemory;
  /** Budgets over all audits; default: over those of this process. */
  budgets?: SharedBudgets;
}
