import { checkOf } from '../../../catalogue/check-of.ts';
import { fail, type FindingDraft, inconclusive, pass, type Why, asWhy, whyAt } from '../../../catalogue/outcome.ts';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import type { TlsEndpoint, TlsEvidence, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { speaking, surveyTls } from '../../derive/tls/endpoints.ts';
import { suiteList, suiteProof, versionProof } from '../../derive/tls/proof.ts';
import { answersSsl2, type OtherService, serviceName } from '../../derive/certificates/other-services.ts';
import { locationOf, placeOf, allEndpointsOf } from '../../../catalogue/endpoints.ts';
import { unwantedSuites } from '../../derive/tls/refused-suites.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { acceptedSuites, accepts, acceptsAny, suiteGap, versionGap } from '../../../evidence/tls/inventory.ts';
import { isCbc } from '../../../evidence/tls/ruled-out.ts';

export const vulnPoodleSsl3 = checkOf(eachEndpoint, {
  id: 'vuln-poodle-ssl3',
  title: 'SSL 3.0 with CBC cipher suites is disabled (POODLE)',
  finding: 'SSL 3.0 with CBC cipher suites (POODLE, CVE-2014-3566)',
  weakness: { cvss: 'luredInterception', cwe: [310, 757] },
  judge: (endpoint) => {
    const accepted = accepts(endpoint, 'SSLv3');
    if (accepted === null) return inconclusive(versionGap(endpoint, 'SSLv3'));
    if (!accepted) return pass('SSL 3.0 is disabled');
    const suites = acceptedSuites(endpoint, (suite) => isCbc(suite) && suite.version === 'SSLv3');
    if (suites.length > 0) {
      return fail({
        description: `SSL 3.0 accepted ${suiteList(suites)}, whose padding is not verified (CVE-2014-3566); expected: SSL 3.0 is disabled (RFC 7568 section 3).`,
        evidence: [versionProof(endpoint, 'SSLv3'), suiteProof(endpoint, suites), nmapLine(endpoint, 'ssl-poodle')],
      });
    }
    const gap = suiteGap(endpoint, 'full', ['SSLv3']);
    return gap === undefined ? pass('SSL 3.0 is accepted without a CBC suite') : inconclusive(gap);
  },
});

const chained: readonly TlsVersionName[] = ['SSLv3', 'TLSv1.0'];

export const vulnBeast = checkOf(eachEndpoint, {
  id: 'vuln-beast',
  title: 'No TLS 1.0 CBC ciphers with predictable IVs (BEAST)',
  finding: 'TLS 1.0 CBC ciphers with predictable IVs (BEAST, CVE-2011-3389)',
  weakness: { cvss: 'onPathPartial', cwe: [326] },
  judge: unwantedSuites({
    matches: (suite) => isCbc(suite) && chained.includes(suite.version),
    needed: 'full',
    versions: chained,
    describe: (suites) =>
      `${[...new Set(suites.map(({ version }) => version))].join(' and ')} accepted ${suiteList(suites)}, which use the end of the previous record as IV (CVE-2011-3389); expected: TLS 1.1 or later, preferably TLS 1.2 with AEAD suites. Browsers have mitigated this since 2012 by splitting records.`,
    passed: (endpoint) =>
      acceptsAny(endpoint, chained) === true
        ? 'SSL 3.0 and TLS 1.0 are accepted without a CBC suite'
        : 'SSL 3.0 and TLS 1.0 are disabled',
  }),
});

export const vulnFreak = checkOf(eachEndpoint, {
  id: 'vuln-freak',
  title: 'RSA export cipher suites are disabled (FREAK)',
  finding: 'RSA export cipher suites (FREAK, CVE-2015-0204)',
  weakness: { cvss: 'luredInterception', cwe: [310, 326] },
  judge: unwantedSuites({
    matches: (suite) => suite.export && suite.keyExchange === 'RSA',
    needed: 'weak',
    expected: 'no RSA_EXPORT suites, because their 512-bit keys can be factored in hours (CVE-2015-0204)',
    passed: 'RSA_EXPORT suites are disabled',
  }),
});

/** SSL 2.0 on the same port as TLS. */
function ssl2Here(endpoint: TlsEndpoint): FindingDraft[] {
  const ssl2 = endpoint.versions.find(({ version }) => version === 'SSLv2');
  if (ssl2 === undefined || accepts(endpoint, 'SSLv2') !== true) return [];
  const kinds =
    ssl2.suites.length === 0
      ? ' It listed no cipher, but OpenSSL before 1.0.2f accepts disabled ciphers (CVE-2015-3197).'
      : ` It listed ${ssl2.suites.length} ciphers.`;
  return [
    {
      location: locationOf(endpoint),
      description: `The port accepts SSL 2.0, which allows decryption of TLS sessions with the same RSA key (CVE-2016-0800).${kinds} Expected: SSL 2.0 is disabled wherever this key is used (RFC 6176).`,
      evidence: [versionProof(endpoint, 'SSLv2'), nmapLine(endpoint, 'sslv2')],
      ...(ssl2.suites.length === 0 ? { confidence: 'firm' as const } : {}),
    },
  ];
}

/** Key hashes of the leaves that an endpoint serves, hex. */
function keysOf(certificates: CertificatesEvidence, endpoints: readonly TlsEndpoint[]): ReadonlySet<string> {
  const leaves = certificates.chains.flatMap(({ address, port, served }) =>
    endpoints.some((one) => one.address === address && one.port === port) ? served.slice(0, 1) : [],
  );
  return new Set(
    certificates.certificates.flatMap(({ sha256, key }) => (leaves.includes(sha256) ? [key.spkiSha256] : [])),
  );
}

function ssl2Elsewhere(host: string, service: OtherService): FindingDraft {
  const target = { ...service, serverName: host };
  return {
    location: locationOf(target),
    subject: service.protocol,
    description: `${serviceName(service)} accepts SSL 2.0 with the RSA key of the website, which allows decryption of its TLS sessions (CVE-2016-0800); expected: SSL 2.0 is disabled wherever this key is used (RFC 6176).`,
    evidence: [
      `Offered: an SSL 2.0 CLIENT-HELLO to ${serviceName(service)}`,
      'Answered: an SSL 2.0 SERVER-HELLO',
      `Key of both services, SHA-256 of SubjectPublicKeyInfo: ${service.spkiSha256 ?? ''}`,
      nmapLine(target, 'sslv2'),
    ],
  };
}

/** The other services with the website's key, if they were tested: those that answer SSL 2.0, and why others are open. */
function judgeOthers(tls: TlsEvidence, certificates: CertificatesEvidence): { found: FindingDraft[]; open: Why[] } {
  const { otherServices } = certificates;
  const [first] = speaking(tls);
  if (first === undefined) return { found: [], open: [] };
  if (!otherServices.known) {
    const { failure } = otherServices;
    return { found: [], open: failure.reason === 'not-tested' ? [] : [asWhy(failure)] };
  }
  const keys = keysOf(certificates, speaking(tls));
  const shared = otherServices.value.filter(({ spkiSha256 }) => spkiSha256 !== null && keys.has(spkiSha256));
  return {
    found: shared.filter(answersSsl2).map((service) => ssl2Elsewhere(first.serverName, service)),
    open: shared.flatMap((service) =>
      service.ssl2.known ? [] : [whyAt(placeOf(service), asWhy(service.ssl2.failure))],
    ),
  };
}

/** All endpoints as one subject, with the keys of other services. */
const endpointsBesideKeys = allEndpointsOf({ needs: ['tls', 'certificates'], survey: ({ tls }) => surveyTls(tls) });

export const vulnDrown = checkOf(endpointsBesideKeys, {
  id: 'vuln-drown',
  title: 'SSL 2.0 is disabled wherever the key is used (DROWN)',
  finding: 'SSL 2.0 with the key of the website (DROWN, CVE-2016-0800)',
  weakness: { cvss: 'totalInterception', cwe: [310, 327] },
  passed: 'SSL 2.0 is disabled',
  failed: 'SSL 2.0 is accepted with the key of the website',
  judge: ({ endpoints, leftOut }, { tls, certificates }) => {
    const others = judgeOthers(tls, certificates);
    const findings = [...endpoints.flatMap(ssl2Here), ...others.found];
    const unseen = endpoints.filter((one) => one.depth === 'full' && accepts(one, 'SSLv2') === null);
    const [reason] = [
      ...unseen.map((one) => whyAt(placeOf(one), versionGap(one, 'SSLv2'))),
      ...leftOut.map(({ place, ...why }) => whyAt(placeOf(place), why)),
      ...others.open,
    ];
    return findings.length === 0 && reason !== undefined ? inconclusive(reason) : findings;
  },
});
