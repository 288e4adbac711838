import { ensureZones, hasSignedDns } from '../dns/sign.ts';
import { ensurePki } from '../issuance/store.ts';
import { waitUntilListening } from '../machine/ready.ts';
import { planServices } from '../services/plan.ts';
import type { StartedLab } from './describe.ts';
import { raiseFirewalls } from './firewalls.ts';
import { labEnvironment, publishEnvironment } from './environment.ts';
import { buildNetwork } from './namespaces.ts';
import type { LabOptions } from './options.ts';
import { choosePath, startSlowPath } from './path.ts';
import { startService } from './start-service.ts';

/** Only a server that does not start is waited for as long; a busy machine starts all of them slowly. */
const readyTimeoutMs = 60_000;
const defaultSlowRttMs = 50;

/** Builds the network and starts the chosen services. */
export async function startLab(options: LabOptions): Promise<StartedLab> {
  const startedAt = performance.now();
  await ensurePki();
  const signed = options.parts.includes('dns') && hasSignedDns();
  const [internet] = await Promise.all([buildNetwork(), signed ? ensureZones() : undefined]);
  const unwalled = raiseFirewalls(internet);
  const planned = planServices(options.parts);
  const services = planned.filter((item) => item.kind === 'service');
  for (const service of services) startService(service, internet);
  const noSlowPath = await startSlowPath(options.rttMs || defaultSlowRttMs, internet);
  if (options.rttMs > 0 && noSlowPath === undefined) choosePath('slow', internet);
  const silent = await waitUntilListening(
    services.flatMap(({ listens }) => listens),
    readyTimeoutMs,
  );
  const skipped = [...planned, ...unwalled, noSlowPath].filter((item) => item?.kind === 'skipped');
  const environment = labEnvironment(skipped.map(({ name }) => name).filter((name) => name.endsWith('.lab')));
  publishEnvironment(environment);
  return { internet, environment, skipped, silent, startedInMs: performance.now() - startedAt };
}
