import type { VulnerabilitiesSection } from '@perimeter/contract/observed/tls';
import { detailOf } from '../failure-text.ts';
import type { Observed } from '../observed.ts';
import type { Reading } from './exchange.ts';
import { cbcOraclesIn, type CbcOracleTest } from './flaws/cbc-oracle.ts';
import { type ClientRenegotiationTest, countRenegotiations } from './flaws/client-renegotiation.ts';
import { readPipelined, readUpgrade } from './flaws/plaintext-upgrade.ts';
import { robotStrength } from './flaws/robot.ts';
import { readings } from './readings.ts';
import type { VulnerabilitiesEvidence } from './schema.ts';

type Test = VulnerabilitiesSection['tests'][number];
type Place = Pick<Test, 'host' | 'address' | 'port'>;

function testOf<T>(
  place: Place,
  name: string,
  fact: Observed<T>,
  read: (value: T) => Reading,
  textOf: (value: T, lines: readonly string[]) => string = (_value, lines) => lines.at(-1) ?? '',
): Test {
  if (!fact.known) return { ...place, name, result: 'not-seen', detail: detailOf(fact.failure), proof: [] };
  const { vulnerable, lines } = read(fact.value);
  const result = vulnerable ? 'vulnerable' : 'not-vulnerable';
  return { ...place, name, result, detail: textOf(fact.value, lines), proof: lines };
}

const oraclesText = (test: CbcOracleTest): string =>
  cbcOraclesIn(test)
    .map(({ kind }) => kind)
    .join(', ') || 'All malformed records were answered alike';

function renegotiationsText(test: ClientRenegotiationTest): string {
  const { accepted, tried } = countRenegotiations(test);
  return `${accepted} of ${tried} accepted`;
}

function endpointTests(endpoint: VulnerabilitiesEvidence['endpoints'][number]): Test[] {
  const place: Place = { host: endpoint.serverName, address: endpoint.address, port: endpoint.port };
  return [
    testOf(place, 'Heartbleed (CVE-2014-0160)', endpoint.heartbleed, readings.heartbleed),
    testOf(place, 'Early ChangeCipherSpec (CVE-2014-0224)', endpoint.earlyCcs, readings.earlyCcs),
    testOf(place, 'Ticketbleed (CVE-2016-9244)', endpoint.ticketbleed, readings.ticketbleed),
    testOf(place, 'ROBOT (CVE-2017-13099 and others)', endpoint.robot, readings.robot, robotStrength),
    testOf(place, 'POODLE over TLS (CVE-2014-8730)', endpoint.poodleTls, readings.poodleTls),
    testOf(place, 'CBC padding oracles', endpoint.cbcOracle, readings.cbcOracle, oraclesText),
    testOf(
      place,
      'Client-initiated renegotiation (CVE-2011-1473)',
      endpoint.clientRenegotiation,
      readings.clientRenegotiation,
      renegotiationsText,
    ),
    testOf(place, 'Resumption under another name', endpoint.crossNameResumption, readings.crossNameResumption),
  ];
}

/** The report's view of the vulnerability tests: each with its result and the exchange in words. */
export function vulnerabilitiesMember(evidence: VulnerabilitiesEvidence): VulnerabilitiesSection {
  const { endpoints, opossum, startTls } = evidence;
  return {
    tests: [
      ...endpoints.flatMap(endpointTests),
      ...opossum.map(({ host, address, port, answer }) =>
        testOf({ host, address, port }, 'Opossum (CVE-2025-49812)', answer, readUpgrade),
      ),
      ...(startTls.known ? startTls.value : []).map(({ host, address, port, protocol, exchange }) =>
        testOf(
          { host, address, port },
          `STARTTLS command injection (${protocol.toUpperCase()})`,
          exchange,
          readPipelined,
        ),
      ),
    ],
  };
}
