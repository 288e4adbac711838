import { compareStrength, strengthOf, type Strength } from '@perimeter/protocols/tls/registry/classify';
import { checkOf } from '../../../catalogue/check-of.ts';
import { everyTlsEndpoint, eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { fail, type FindingDraft, inconclusive, judgeSeen, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { nmapLine, nmapLines } from '../../../catalogue/reproduce.ts';
import { tlsVersionName, type TlsEndpoint, type TlsVersionName } from '../../../evidence/tls/schema.ts';
import { namedSuite, rawLines } from '../../derive/tls/proof.ts';
import { placeOf } from '../../../catalogue/endpoints.ts';
import {
  acceptedSuites,
  accepts,
  acceptsAny,
  classicVersions,
  everyVersion,
  firstVersionGap,
  suiteGap,
} from '../../../evidence/tls/inventory.ts';

export const tlsOrderInsecure = checkOf(eachEndpoint, {
  id: 'tls-order-insecure',
  title: 'The server prefers strong cipher suites',
  finding: 'Server prefers weak cipher suites over strong ones',
  weakness: { cvss: 'cryptoMargin', cwe: [757] },
  judge: (endpoint) => {
    const { choosesWeaker } = endpoint;
    if (!choosesWeaker.known) {
      const accepted = acceptsAny(endpoint, classicVersions);
      if (accepted === false) return notApplicable('Only TLS 1.3 is accepted, and all its suites are strong');
      const gap = accepted === null ? firstVersionGap(endpoint, classicVersions) : suiteGap(endpoint, 'full');
      const classes = new Set(acceptedSuites(endpoint).map(strengthOf));
      if (gap === undefined && classes.size < 2)
        return pass('All accepted suites have the same strength, so the order does not matter');
    }
    return judgeSeen(choosesWeaker, ({ weaker, strong, weak, chosenWhenStrongFirst, chosenWhenWeakFirst }) =>
      weaker
        ? fail({
            description: `Offered ${namedSuite(strong)} and ${namedSuite(weak)} in both orders, the server chose the weaker one; expected: the stronger one, whatever the order.`,
            evidence: [
              `Offered: ${namedSuite(strong)} and ${namedSuite(weak)}, in both orders`,
              `strong first: chose ${namedSuite(chosenWhenStrongFirst)}`,
              `weak first: chose ${namedSuite(chosenWhenWeakFirst)}`,
              rawLines(endpoint, ['choosesWeaker']),
              nmapLine(endpoint, 'ssl-enum-ciphers'),
            ],
          })
        : pass('The server chooses the stronger suite in either order'),
    );
  },
});

const strengthsOf = (endpoint: TlsEndpoint): ReadonlySet<Strength> => new Set(acceptedSuites(endpoint).map(strengthOf));

const versionsSeen = (endpoint: TlsEndpoint, state: boolean): ReadonlySet<TlsVersionName> =>
  new Set(tlsVersionName.options.filter((name) => accepts(endpoint, name) === state));

/** What one endpoint certainly supports and the other certainly does not. */
function onlyOn(one: TlsEndpoint, other: TlsEndpoint): string[] {
  const refused = versionsSeen(other, false);
  const versions = [...versionsSeen(one, true)].filter((name) => refused.has(name));
  if (suiteGap(other, 'full') !== undefined) return versions;
  const theirs = strengthsOf(other);
  const classes = [...strengthsOf(one)].filter((strength) => !theirs.has(strength)).toSorted(compareStrength);
  return [...versions, ...classes.map((strength) => `${strength} suites`)];
}

const summary = (endpoint: TlsEndpoint): string =>
  `${placeOf(endpoint)}: ${[...versionsSeen(endpoint, true)].join(' ')}; suites ${[...strengthsOf(endpoint)].toSorted(compareStrength).join(' ') || 'unknown'}`;

function difference(endpoints: readonly TlsEndpoint[]): FindingDraft | [] {
  const [first, ...others] = endpoints;
  if (first === undefined) return [];
  const found = endpoints.flatMap((one) =>
    endpoints.flatMap((other) =>
      onlyOn(one, other).map((what) => `${placeOf(one)} accepts ${what}, ${placeOf(other)} does not`),
    ),
  );
  const [example] = found;
  if (example === undefined) return [];
  return {
    location: { host: first.serverName, port: first.port },
    description: `${example}; expected: the same versions and suite strengths on every address.`,
    evidence: [
      'Offered: the same ClientHellos to every address',
      endpoints.map(summary),
      found,
      nmapLines(first, others, 'ssl-enum-ciphers'),
    ],
  };
}

export const tlsIpInconsistent = checkOf(everyTlsEndpoint, {
  id: 'tls-ip-inconsistent',
  title: 'All IP addresses have the same TLS configuration',
  finding: 'IP addresses have different TLS configurations',
  weakness: { cvss: 'onPathPartial', cwe: [693] },
  passed: 'All addresses support the same versions and suite strengths',
  failed: 'IP addresses have different TLS configurations',
  judge: ({ endpoints, leftOut }) => {
    const byName = Map.groupBy(endpoints, ({ serverName, port }) => `${serverName}:${port}`);
    const groups = [...byName.values()].filter((one) => one.length > 1);
    const findings = groups.flatMap(difference);
    const gaps = groups.flat().flatMap((endpoint) => firstVersionGap(endpoint, everyVersion) ?? []);
    const [gap] = [...leftOut, ...gaps];
    if (findings.length === 0 && gap !== undefined) return inconclusive(gap);
    return groups.length === 0
      ? notApplicable('Only one address supports TLS, so there is nothing to compare')
      : findings;
  },
});
