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

/** The engine's interface as the service uses it. */
export interface Engine {
  phasesOf: AuditRoutesOptions['phasesOf'];
  runAudit: AuditRunner['runAudit'];
  /** Resolves the addresses of a site, to count audits per address; without it none are counted. */
  siteAddresses?: typeof siteAddresses;
  /** Looks for an owner's proof of control; without it no claim is ever proved. */
  findProof?: typeof findProof;
}

/** What tests replace. */
export interface StandIns {
  renderer?: Renderer;
  /** False: what makes documents, and its keys, start with the first document instead of soon after the service. */
  startsDocumentsSoon?: boolean;
}

/** What the roles of a process are built from. */
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
  /** The URL of the API; null for a worker without one. */
  url: string | null;
  /** The token that creates the first account; null if there is one, or no API. */
  setupToken: string | null;
  /** The URL of the metrics, if they are served. */
  metricsUrl: string | null;
  /**
   * Stops accepting requests, completes running answers, returns running audits to the queue and closes the database.
   */
  stop: () => Promise<void>;
}
