import { detailOf } from '../../../evidence/failure-text.ts';
import type { Observed } from '../../../evidence/observed.ts';
import type { Reading } from '../../../evidence/vulnerabilities/exchange.ts';
import { cbcOraclesIn } from '../../../evidence/vulnerabilities/flaws/cbc-oracle.ts';
import { countRenegotiations } from '../../../evidence/vulnerabilities/flaws/client-renegotiation.ts';
import { readings } from '../../../evidence/vulnerabilities/readings.ts';
import type { VulnerabilityEndpoint } from '../../../evidence/vulnerabilities/endpoint.ts';

/** The reading of an observed fact; null: unobserved. */
export const readSeen = <T>(fact: Observed<T>, read: (value: T) => Reading): Reading | null =>
  fact.known ? read(fact.value) : null;

/** Whether an observed fact is vulnerable; null: unobserved. */
export const isVulnerable = <T>(fact: Observed<T>, read: (value: T) => Reading): boolean | null =>
  readSeen(fact, read)?.vulnerable ?? null;

/** The found flaws by name; an unlisted flaw is absent or could not be tested. */
export function found(endpoint: VulnerabilityEndpoint): string[] {
  const { heartbleed, earlyCcs, ticketbleed, robot, poodleTls, cbcOracle, crossNameResumption } = endpoint;
  const plain = {
    heartbleed: isVulnerable(heartbleed, readings.heartbleed),
    earlyCcs: isVulnerable(earlyCcs, readings.earlyCcs),
    ticketbleed: isVulnerable(ticketbleed, readings.ticketbleed),
    poodleTls: isVulnerable(poodleTls, readings.poodleTls),
    crossNameResumption: isVulnerable(crossNameResumption, readings.crossNameResumption),
    robot: isVulnerable(robot, readings.robot),
  };
  return [
    ...Object.entries(plain).flatMap(([name, vulnerable]) => (vulnerable === true ? [name] : [])),
    ...(cbcOracle.known ? new Set(cbcOraclesIn(cbcOracle.value).map(({ kind }) => kind)) : []),
  ];
}

/** Accepted and attempted renegotiations; null: not testable. */
export function renegotiated({ clientRenegotiation }: VulnerabilityEndpoint): [accepted: number, tried: number] | null {
  if (!clientRenegotiation.known) return null;
  const { accepted, tried } = countRenegotiations(clientRenegotiation.value);
  return [accepted, tried];
}

/** Tested flaws without a result, with the reason. */
export const unsettled = (endpoint: VulnerabilityEndpoint): string[] =>
  Object.entries(endpoint).flatMap(([name, fact]) =>
    typeof fact === 'object' && !fact.known && fact.failure.reason !== 'not-tested'
      ? [`${name}: ${detailOf(fact.failure)}`]
      : [],
  );
