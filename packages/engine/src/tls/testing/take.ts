import { endpointHost } from '../../evidence/endpoints/example.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import type { BudgetLimits } from '../../net/budgets/budget.ts';
import type { UpgradeProtocol } from '../../net/starttls.ts';
import type { ProbeContext } from '../../probes/probe.ts';
import { takeInventory } from '../inventory/inventory.ts';
import type { EndpointPlan } from '../inventory/endpoint-plan.ts';
import { testContext } from '../../probes/testing/context.ts';
import { tlsProbe } from '../../probes/tls/probe.ts';

/** Options of a test's inventory; default: without rate limits, to the end. */
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

/** This machine, and the networks of the lab. */
const allowNetworks = ['127.0.0.0/8', '203.0.113.0/24', '192.0.2.0/24', '198.18.0.0/24', '2001:db8::/32'];
const unhurried: BudgetLimits = { maxOpen: 8, perSecond: 1_000, burst: 1_000 };

/** Runs something in an audit's context that ends with it. */
async function inContext<T>(
  host: string,
  options: TakeOptions,
  dialMap: ReadonlyMap<string, string>,
  run: (context: ProbeContext) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(options.deadlineMs ?? 90_000)]);
  const { scanMode = 'standard', limits = unhurried } = options;
  const context = testContext({
    target: { domain: host, scanMode },
    settings: { allowNetworks, dialMap },
    dialer: { limits },
    signal,
  });
  try {
    return await run(context);
  } finally {
    controller.abort();
  }
}

/** Runs the probe over the product's own dialer; further addresses are mapped to the same port. */
export async function takeInventoriesOf(
  { host, address, port = 443 }: TakeTarget,
  options: TakeOptions = {},
  further: readonly string[] = [],
): Promise<TlsEndpoint[]> {
  const all = [address, ...further];
  const dialMap = new Map(all.map((one) => [`${one}:443`, `${address}:${port}`]));
  const endpoints: EndpointsEvidence = { hosts: [endpointHost(host, all)] };
  return inContext(host, options, dialMap, async (context) => {
    const { evidence } = await tlsProbe.run(context, { target: context.target, endpoints });
    return evidence.endpoints;
  });
}

/** The probe's inventories of a host whose addresses of either family are two ports of this machine. */
export async function takeFamilies([port4, port6]: readonly [number, number]): Promise<TlsEndpoint[]> {
  const [host, address4, address6] = ['server.test', '192.0.2.1', '2001:db8::1'];
  const dialMap = new Map([
    [`${address4}:443`, `127.0.0.1:${port4}`],
    [`[${address6}]:443`, `127.0.0.1:${port6}`],
  ]);
  return inContext(host, {}, dialMap, async (context) => {
    const endpoints: EndpointsEvidence = { hosts: [endpointHost(host, [address4, address6])] };
    const { evidence } = await tlsProbe.run(context, { target: context.target, endpoints });
    return evidence.endpoints;
  });
}

/** The same for one address. */
export async function takeInventoryOf(target: TakeTarget, options: TakeOptions = {}): Promise<TlsEndpoint> {
  const [endpoint] = await takeInventoriesOf(target, options);
  if (endpoint === undefined) throw new Error('The probe gave no endpoint');
  return endpoint;
}

/** The same for a service that turns to TLS in the middle, under the budget of its port. */
export const takeUpgraded = (
  plan: Omit<EndpointPlan, 'depth'> & { startTls: UpgradeProtocol },
  options: TakeOptions = {},
): Promise<TlsEndpoint> =>
  inContext(plan.serverName, options, new Map(), (context) => takeInventory(context, { ...plan, depth: 'full' }));

/** The same against a port of this machine. */
export const takeLocal = (port: number, options: TakeOptions = {}): Promise<TlsEndpoint> =>
  takeInventoryOf({ host: 'server.test', address: '127.0.0.1', port }, options);
