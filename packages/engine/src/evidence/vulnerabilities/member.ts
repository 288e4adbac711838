import type { VulnerabilitiesSection } from '@perimeter/contract/observed-tls';
import type { Observed } from '../observed.ts';
import type { VulnerabilitiesEvidence, VulnerabilityEndpoint } from './schema.ts';

type Test = VulnerabilitiesSection['tests'][number];
type Place = Pick<Test, 'host' | 'address' | 'port'>;

/** What one test says when it was made. */
interface Answer {
  isVulnerable: boolean;
  detail: string;
  proof: readonly string[];
}

function testOf<T>(place: Place, name: string, fact: Observed<T>, read: (value: T) => Answer): Test {
  if (!fact.known) return { ...place, name, result: 'not-seen', detail: fact.failure.detail, proof: [] };
  const { isVulnerable, detail, proof } = read(fact.value);
  return { ...place, name, result: isVulnerable ? 'vulnerable' : 'not-vulnerable', detail, proof: [...proof] };
}

const plain = ({ vulnerable, proof }: { vulnerable: boolean; proof: readonly string[] }): Answer => ({
  isVulnerable: vulnerable,
  detail: proof.at(-1) ?? '',
  proof,
});

function endpointTests(endpoint: VulnerabilityEndpoint): Test[] {
  const place: Place = { host: endpoint.serverName, address: endpoint.address, port: endpoint.port };
  return [
    testOf(place, 'Heartbleed (CVE-2014-0160)', endpoint.heartbleed, plain),
    testOf(place, 'Early ChangeCipherSpec (CVE-2014-0224)', endpoint.earlyCcs, plain),
    testOf(place, 'Ticketbleed (CVE-2016-9244)', endpoint.ticketbleed, plain),
    testOf(place, 'ROBOT (CVE-2017-13099 and others)', endpoint.robot, ({ verdict, proof }) => ({
      isVulnerable: verdict !== 'alike',
      detail: verdict,
      proof,
    })),
    testOf(place, 'POODLE over TLS (CVE-2014-8730)', endpoint.poodleTls, plain),
    testOf(place, 'CBC padding oracles', endpoint.cbcOracle, ({ findings, proof }) => ({
      isVulnerable: findings.length > 0,
      detail: findings.map(({ kind }) => kind).join(', ') || 'All malformed records were answered alike',
      proof,
    })),
    testOf(place, 'Client-initiated renegotiation (CVE-2011-1473)', endpoint.clientRenegotiation, (seen) => ({
      isVulnerable: seen.accepted === seen.tried && seen.tried > 1,
      detail: `${seen.accepted} of ${seen.tried} accepted`,
      proof: seen.proof,
    })),
    testOf(place, 'Resumption under another name', endpoint.crossNameResumption, plain),
  ];
}

/** The report's view of the flaws' own tests: each with its result and the exchange in words, found or not. */
export function vulnerabilitiesMember(evidence: VulnerabilitiesEvidence): VulnerabilitiesSection {
  const { endpoints, opossum, startTls } = evidence;
  return {
    tests: [
      ...endpoints.flatMap(endpointTests),
      ...opossum.map(({ host, address, port, upgrades, proof }) =>
        testOf({ host, address, port }, 'Opossum (CVE-2025-49812)', upgrades, (isVulnerable) => ({
          isVulnerable,
          detail: proof.at(-1) ?? '',
          proof,
        })),
      ),
      ...(startTls.known ? startTls.value : []).map(({ host, address, port, protocol, injected, proof }) =>
        testOf(
          { host, address, port },
          `STARTTLS command injection (${protocol.toUpperCase()})`,
          injected,
          (isVulnerable) => ({ isVulnerable, detail: proof.at(-1) ?? '', proof }),
        ),
      ),
    ],
  };
}
