import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/endpoint.ts';

/** What the tests of an endpoint fill in. */
export type Facts = Omit<VulnerabilityEndpoint, 'address' | 'port' | 'serverName' | 'connections'>;
