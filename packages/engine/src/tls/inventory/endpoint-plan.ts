import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { Dialer } from '../../net/dialer.ts';
import type { NetSettings } from '../../net/settings.ts';
import type { UpgradeProtocol } from '../../net/starttls.ts';

/** One address and port to scan, and how thoroughly. */
export interface EndpointPlan {
  address: string;
  port: number;
  serverName: string;
  depth: 'full' | 'light';
  /** The protocol whose STARTTLS comes before TLS; absent where the port begins with TLS. */
  startTls?: UpgradeProtocol;
  /** The port may be closed: one socket finds out before the others are opened. */
  mayBeClosed?: boolean;
}

/** What an inventory needs of an audit: the target, the way to reach it, and when to stop. */
export interface InventoryContext {
  target: Pick<TargetEvidence, 'scanMode' | 'seed' | 'startedAtMs'>;
  dialer: Dialer;
  settings: Pick<NetSettings, 'contactUrl'>;
  signal: AbortSignal;
}
