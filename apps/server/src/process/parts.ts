import type { findProof } from '@perimeter/engine/runner/opt-out/proof';
import type { siteAddresses } from '@perimeter/engine/runner/site-addresses';
import type { AuditChanges } from '../database/changes.ts';
import type { Database } from '../database/open.ts';
import type { Http } from '../http/http.ts';
import type { AuditRunner } from '../jobs/audit-runner.ts';
import type { AuditQueue } from '../jobs/queue.ts';
import type { Monitoring } from '../monitoring/monitoring.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { AuditRoutesOptions } from '../routes/audit/options.ts';
import type { ServerSettings } from '../settings/settings.ts';

/** The engine as the service uses it: what an audit consists of, and how one is run. */
export interface Engine {
  phasesOf: AuditRoutesOptions['phasesOf'];
  runAudit: AuditRunner['runAudit'];
  /** The addresses of a site, for those who count the audits of an address; absent: none are counted. */
  siteAddresses?: typeof siteAddresses;
  /** Looks for the proof of an owner who opts out; absent: nothing is ever proved. */
  findProof?: typeof findProof;
}

/** What tests put in the place of what the service starts itself. */
export interface StandIns {
  renderer?: Renderer;
}

/** What the roles of a process are made from. */
export interface Parts extends StandIns {
  settings: ServerSettings;
  engine: Engine;
  http: Http;
  database: Database;
  queue: AuditQueue;
  changes: AuditChanges;
  monitoring: Monitoring;
}

/** The running service. */
export interface Service {
  http: Http;
  /** Where it listens; null for a worker without an API. */
  url: string | null;
  /** What makes the first account; null when there is one, or no API. */
  setupToken: string | null;
  /** Where metrics are served, if they are. */
  metricsUrl: string | null;
  /** Stops accepting, lets answers finish, gives running audits back to the queue, closes the database. */
  stop: () => Promise<void>;
}
