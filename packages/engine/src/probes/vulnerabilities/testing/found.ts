import type { VulnerabilityEndpoint } from '../../../evidence/vulnerabilities/schema.ts';

/** What was found, in one word for each flaw; a flaw that is not listed is not there, or could not be tested. */
export function found(endpoint: VulnerabilityEndpoint): string[] {
  const { heartbleed, earlyCcs, ticketbleed, robot, poodleTls, cbcOracle, crossNameResumption } = endpoint;
  const plain = { heartbleed, earlyCcs, ticketbleed, poodleTls, crossNameResumption };
  return [
    ...Object.entries(plain).flatMap(([name, fact]) => (fact.known && fact.value.vulnerable ? [name] : [])),
    ...(robot.known && robot.value.verdict !== 'alike' ? ['robot'] : []),
    ...(cbcOracle.known ? new Set(cbcOracle.value.findings.map(({ kind }) => kind)) : []),
  ];
}

/** Flaws that could be tested and were not settled, with the reason. */
export const unsettled = (endpoint: VulnerabilityEndpoint): string[] =>
  Object.entries(endpoint).flatMap(([name, fact]) =>
    typeof fact === 'object' && !fact.known && fact.failure.reason !== 'not-tested'
      ? [`${name}: ${fact.failure.detail}`]
      : [],
  );
