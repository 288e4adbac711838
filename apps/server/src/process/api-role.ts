import { userAgent } from '@perimeter/engine/net/http/user-agent';
import { addService } from '../app.ts';
import { cacheStatuses } from '../caches/statuses.ts';
import { openIdentity } from '../identity/open.ts';
import { startAnnouncing } from '../routes/waivers/ending-risks.ts';
import { countInDatabase, countInMemory, type CountRequest } from '../rate-limits/counters.ts';
import type { AuditRoutesOptions } from '../routes/audit/options.ts';
import { startBatches } from '../routes/batches/run.ts';
import type { LookParts } from '../routes/controls/look-for.ts';
import { startRechecks } from '../routes/controls/recheck.ts';
import { countPolls } from '../rate-limits/polls/count-polls.ts';
import { cannotListen } from '../settings/cannot-listen.ts';
import type { ServerSettings } from '../settings/settings.ts';
import { openSealedDocuments } from './documents.ts';
import { makeOffers } from '../documents/offers.ts';
import type { Parts, Service } from './parts.ts';

async function listen(http: Parts['http'], { host, port }: ServerSettings): Promise<string> {
  try {
    // Fastify logs each address; the service prints the one that people need.
    await http.listen({ host, port, listenTextResolver: () => 'Server listening' });
  } catch (error) {
    throw cannotListen('HTTP', host, port, 'HOST or PORT', error);
  }
  const address = http.server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  const local = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host);
  return `http://${local ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${actual}`;
}

/** A single process counts in memory; several processes on one database count there, to share their counts. */
function counterOf({ settings, database: { db, exclusive }, http, changes }: Parts): CountRequest | null {
  if (settings.rateLimits === 'off') return null;
  const polls = exclusive ? countPolls(countInMemory(), null) : countPolls(countInDatabase(db), { db, news: changes });
  http.addHook('onClose', polls.close);
  return polls.count;
}

/** An example reference for the User-Agent on the page for site owners. */
const exampleReference = '0123456789ab';

/** Must end within the deadline of an answer. */
const proofMs = 8_000;

/** How long a start waits for the addresses of a site. */
const addressesMs = 1_500;

const addressesFor =
  ({ siteAddresses }: Parts['engine'], settings: ServerSettings): AuditRoutesOptions['addressesOf'] =>
  async (domain) =>
    siteAddresses?.(domain, settings.engine, addressesMs) ?? [];

/** Starts answering requests. Throws StartError. */
export async function startApi(parts: Parts): Promise<Pick<Service, 'url' | 'setupToken'>> {
  const { settings, engine, http, database, queue, changes, monitoring } = parts;
  const { db } = database;
  const identity = await openIdentity(database, settings, http, changes);
  http.addHook('onClose', identity.close);
  const count = counterOf(parts);
  const { phasesOf } = engine;
  const starts = { db, queue, metering: settings.metering, phasesOf, addressesOf: addressesFor(engine, settings) };
  http.addHook('onClose', startBatches({ ...starts, count, log: http.log }).stop);
  const documents = await openSealedDocuments(parts, identity);
  const findProof: LookParts['findProof'] = async (claimed, token) =>
    (await engine.findProof?.(claimed, token, settings.engine, proofMs)) ?? null;
  http.addHook('onClose', startAnnouncing(identity, http.log).stop);
  http.addHook('onClose', startRechecks({ db, identity, findProof }, http.log).stop);
  await addService(http, {
    ...starts,
    metrics: monitoring.metrics,
    identity,
    documents,
    offers: makeOffers(documents),
    count,
    changes,
    statuses: cacheStatuses(db, changes),
    isReady: monitoring.isReady,
    web: settings.web,
    userAgent: userAgent(settings.engine.contactUrl, exampleReference),
    findProof,
    startsAhead: parts.startsAhead,
  });
  return { url: await listen(http, settings), setupToken: identity.setupToken };
}
