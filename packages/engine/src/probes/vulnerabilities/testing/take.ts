import { endpointHost } from '../../../evidence/endpoints/example.ts';
import type { TlsVersionName } from '../../../evidence/tls/schema.ts';
import type { EndpointsEvidence } from '../../../evidence/endpoints/schema.ts';
import type { VulnerabilityEndpoint } from '../../../evidence/vulnerabilities/endpoint.ts';
import { type VulnerabilitiesEvidence, vulnerabilitiesEvidence } from '../../../evidence/vulnerabilities/schema.ts';
import type { BudgetLimits } from '../../../net/budgets/budget.ts';
import type { DialTarget } from '../../../net/dialer.ts';
import { testContext } from '../../testing/context.ts';
import { tlsProbe } from '../../tls/probe.ts';
import { vulnerabilitiesProbe } from '../probe.ts';

/** The target of a test: a host and its address, further names there, and local ports that replace the usual ones. */
export interface TestTarget {
  host: string;
  address: string;
  otherHosts?: readonly string[];
  /** Usual port to local port. */
  ports?: Readonly<Record<number, number>>;
}

/** Options of a test; default: deep mode, without time limits of a budget. */
export interface TestOptions {
  scanMode?: 'standard' | 'deep';
  limits?: BudgetLimits;
  /** Called before each connection; returns a name to refuse it. */
  refuses?: (target: DialTarget) => string | null;
}

/** The evidence of both probes. */
export interface Taken {
  evidence: VulnerabilitiesEvidence;
  /** Versions that the inventory found, oldest first. */
  versions: readonly TlsVersionName[];
  /** The endpoint's flaws, if it was reached. */
  endpoint: VulnerabilityEndpoint;
  /** Connections of the vulnerability probe only. */
  connections: number;
}

const allowNetworks = ['127.0.0.0/8', '203.0.113.0/24', '192.0.2.0/24', '198.18.0.0/24'];
const unhurried: BudgetLimits = { maxOpen: 8, perSecond: 1_000, burst: 1_000 };
/** Ports of a server that is not there. */
const closedPort = 1;

/** Runs the inventory, then the vulnerability probe, over the product's dialer. */
export async function takeFlaws(
  { host, address, otherHosts = [], ports = {} }: TestTarget,
  { scanMode = 'deep', limits = unhurried, refuses = () => null }: TestOptions = {},
): Promise<Taken> {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(170_000)]);
  const isLocal = address.startsWith('127.');
  const mapped = [443, 80, 143, 110].map((port): [string, string] => [
    `${address}:${port}`,
    `${address}:${ports[port] ?? (isLocal ? closedPort : port)}`,
  ]);
  const dialMap = new Map(mapped);
  const endpoints: EndpointsEvidence = {
    hosts: [host, ...otherHosts].map((name) => endpointHost(name, [address])),
  };
  const context = testContext({
    target: { domain: host, scanMode },
    settings: { allowNetworks, dialMap },
    dialer: { limits, refuses },
    signal,
  });
  const { dialer, target } = context;
  try {
    const { evidence: tls } = await tlsProbe.run(context, { target, endpoints });
    const before = dialer.opened;
    const result = await vulnerabilitiesProbe.run(context, { target, endpoints, tls });
    const evidence = vulnerabilitiesEvidence.parse(result.evidence);
    const [endpoint] = evidence.endpoints;
    if (endpoint === undefined) throw new Error('The probe gave no endpoint');
    const versions = (tls.endpoints[0]?.versions ?? []).filter(({ accepted }) => accepted.known && accepted.value);
    return {
      evidence,
      versions: versions.map(({ version }) => version),
      endpoint,
      connections: dialer.opened - before,
    };
  } finally {
    controller.abort();
  }
}
