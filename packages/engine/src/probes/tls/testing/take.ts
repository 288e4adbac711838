import type { EndpointsEvidence } from '../../../evidence/endpoints.ts';
import type { TlsEndpoint } from '../../../evidence/tls.ts';
import type { BudgetLimits } from '../../../net/budget.ts';
import { createDialer } from '../../../net/dialer.ts';
import { createGuard } from '../../../net/guard.ts';
import { createResolver } from '../../../net/resolver.ts';
import { tlsProbe } from '../probe.ts';

/** How a test takes an inventory: at once and to the end, unless it says otherwise. */
export interface TakeOptions {
  scanMode?: 'standard' | 'deep';
  limits?: BudgetLimits;
  /** Ends the audit after this time. */
  deadlineMs?: number;
}

/** Where the server is; port 443 of the address is mapped to another port where one is given. */
export interface TakeTarget {
  host: string;
  address: string;
  port?: number;
}

const loopback = '127.0.0.0/8';
const labNetwork = '203.0.113.0/24';
const unhurried: BudgetLimits = { maxOpen: 8, perSecond: 1_000, burst: 1_000 };

/** Runs the probe over the product's own dialer; further addresses are mapped to the same port. */
export async function takeInventoriesOf(
  { host, address, port = 443 }: TakeTarget,
  options: TakeOptions = {},
  further: readonly string[] = [],
): Promise<TlsEndpoint[]> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), options.deadlineMs ?? 90_000);
  const { signal } = controller;
  const allowNetworks = [loopback, labNetwork];
  const all = [address, ...further];
  const dialMap = new Map(all.map((one) => [`${one}:443`, `${address}:${port}`]));
  const guard = createGuard({ allowNetworks });
  const dialer = createDialer({ guard, dialMap, signal, limits: options.limits ?? unhurried });
  const target = {
    domain: host,
    registrableDomain: host,
    scanMode: options.scanMode ?? 'standard',
    startedAtMs: 0,
    seed: 'test',
  } as const;
  const addresses = all.map((one) => ({ address: one, family: 4 as const, allowed: true }));
  const endpoints: EndpointsEvidence = { hosts: [{ host, status: 'exists', addresses, notProbed: [] }] };
  const settings = { resolvers: [], trustAnchors: null, allowNetworks, dialMap, contactUrl: 'https://perimeter.test/' };
  try {
    const context = { target, dialer, guard, resolver: createResolver({ servers: [] }), settings, signal };
    return (await tlsProbe.run(context, { target, endpoints })).endpoints;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** The same for one address. */
export async function takeInventoryOf(target: TakeTarget, options: TakeOptions = {}): Promise<TlsEndpoint> {
  const [endpoint] = await takeInventoriesOf(target, options);
  if (endpoint === undefined) throw new Error('The probe gave no endpoint');
  return endpoint;
}

/** The same against a port of this machine. */
export const takeLocal = (port: number, options: TakeOptions = {}): Promise<TlsEndpoint> =>
  takeInventoryOf({ host: 'server.test', address: '127.0.0.1', port }, options);
