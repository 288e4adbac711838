import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { Dialer } from '../../net/dialer.ts';
import type { NetSettings } from '../../net/settings.ts';
import type { UpgradeProtocol } from '../../net/starttls.ts';

/** Thoroughness of a scan; in evidence all except the first two are light. */
export type DepthName = 'full' | 'compared' | 'light' | 'glance' | 'weak' | 'suites';

/** One address and port to scan, and how thoroughly. */
export interface EndpointPlan {
  address: string;
  port: number;
  serverName: string;
  depth: DepthName;
  /** The complete inventory of another address of the host to compare with; null where there is none. */
  reference?: Promise<TlsEndpoint | null>;
  /** The protocol with STARTTLS before TLS; absent where the port starts with TLS. */
  startTls?: UpgradeProtocol;
  /** The port may be closed: one socket is tested before others are opened. */
  mayBeClosed?: boolean;
}

/** What an inventory needs of an audit: the target, the way to reach it, and when to stop. */
export interface InventoryContext {
  target: Pick<TargetEvidence, 'scanMode' | 'seed' | 'startedAtMs'>;
  dialer: Dialer;
  settings: Pick<NetSettings, 'smtpName'>;
  http: { userAgent: string };
  signal: AbortSignal;
}
