import { shippedTakeovers } from '@perimeter/protocols/names/takeover-services.data';
import type { KnownName, NamesEvidence, RandomAnswer } from '../../evidence/names/schema.ts';
import { httpLimits } from '../../net/http/limits.ts';
import type { ProbeContext } from '../probe.ts';
import { webHostsOf } from '../web-hosts.ts';
import { nameCaps } from './caps.data.ts';
import { askHosts } from './hosts.ts';
import { randomLabel } from './random-labels.ts';
import { withReverseNames } from './reverse.ts';
import { askServices, candidatesIn } from './services.ts';

/** Limits for requests to other hosts: pages are only read for marks, and time-outs are short. */
const hostLimits = {
  ...httpLimits,
  exchangeMs: 5_000,
  connectMs: 1_500,
  tlsMs: 3_000,
  firstByteMs: 3_000,
  maxWireBytes: 64 * 1024,
  maxDecodedBytes: 128 * 1024,
};

/** Facts about the names before their hosts are requested. */
interface Known {
  inventory: readonly KnownName[];
  randoms: readonly RandomAnswer[];
  /** False where robots.txt excludes the audit. */
  mayAsk: boolean;
}

/** Requests names over HTTP: those that lead into services, and hosts of the domain. */
export async function askWeb(
  context: ProbeContext,
  { inventory, randoms, mayAsk }: Known,
): Promise<Pick<NamesEvidence, 'inventory' | 'takeoverList' | 'services' | 'hosts' | 'hostsLeft' | 'hostsNotAsked'>> {
  const { http, resolver, signal, target, settings } = context;
  const caps = nameCaps[target.scanMode];
  const list = settings.takeovers ?? shippedTakeovers;
  const client = mayAsk ? http.probeWith({ limits: hostLimits, signal, resolver }) : null;
  const asked = { label: randomLabel(target, 'service'), most: caps.services };
  const [services, named] = await Promise.all([
    askServices(client, candidatesIn(inventory, randoms, list), asked),
    withReverseNames(context, inventory, caps.reverse),
  ]);
  const web = webHostsOf(target);
  const hosts = await askHosts(context, client, { inventory: named, randoms, web, most: caps.hosts });
  return { inventory: named, takeoverList: { name: list.name, date: list.date }, services, ...hosts };
}
