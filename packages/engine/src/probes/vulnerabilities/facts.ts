import type { VulnerabilityEndpoint } from '../../evidence/vulnerabilities/endpoint.ts';

/** The results of an endpoint's tests. */
export type Facts = Omit<VulnerabilityEndpoint, 'address' | 'port' | 'serverName' | 'connections'>;
