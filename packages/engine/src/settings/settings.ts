import type { NetSettings } from '../net/settings.ts';
import type { TrustSettings } from '../pki/trust-lists/settings.ts';

/** Settings of the engine: network access, trust lists, and the audit's clock. */
export interface EngineSettings extends NetSettings, TrustSettings {
  /** Fixed clock in epoch milliseconds for validity and expiry; null: the machine's. */
  nowMs: number | null;
}
