import { inconclusive, notApplicable } from '../../../catalogue/outcome.ts';
import { opensslLine, opensslOldOptions, testsslLine } from '../../../catalogue/reproduce.ts';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { classicOptions } from '../../derive/tls/openssl-options.ts';
import { judgeCompression, whereAccepted } from '../../derive/tls/shared-verdicts.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { aboveSsl2, eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { judgeFeature } from '../../derive/tls/features.ts';
import { acceptedVersions, accepts, firstVersionGap, tlsBefore13 } from '../../../evidence/tls/inventory.ts';

export const tlsEmsMissing = checkOf(eachEndpoint, {
  id: 'tls-ems-missing',
  title: 'Extended master secret is supported',
  finding: 'Extended master secret is not supported',
  weakness: { cvss: 'cryptoMargin', cwe: [327] },
  passed: 'The server echoes extended_master_secret',
  judge: whereAccepted(
    tlsBefore13,
    'Only TLS 1.3 is accepted, whose key schedule covers the whole handshake',
    judgeFeature({
      feature: 'extendedMasterSecret',
      description:
        'The ServerHello does not echo extended_master_secret (extension 23); expected: it does (RFC 7627 section 5.2).',
      seen: [
        'Offered: extension 0017 extended_master_secret',
        'Answered: ServerHello without extension 0017 extended_master_secret',
      ],
      inAnyHello: true,
      command: (endpoint) => opensslLine(endpoint, ...classicOptions(endpoint)),
    }),
  ),
});

export const tlsCompression = checkOf(eachEndpoint, {
  id: 'tls-compression',
  title: 'TLS compression is disabled',
  finding: 'TLS compression is enabled',
  weakness: { cvss: 'weakCrypto', cwe: [203] },
  judge: judgeCompression,
});

const older = ['SSLv3', 'TLSv1.0', 'TLSv1.1'] as const;

const modern = ['TLSv1.3', 'TLSv1.2'] as const;

/** The version for a manual fallback test: below the newest accepted one. */
const fallbackOption = (endpoint: TlsEndpoint): '-tls1' | '-tls1_1' | '-tls1_2' => {
  if (accepts(endpoint, 'TLSv1.3') === true && accepts(endpoint, 'TLSv1.2') === true) return '-tls1_2';
  return accepts(endpoint, 'TLSv1.1') === true && accepts(endpoint, 'TLSv1.2') === true ? '-tls1_1' : '-tls1';
};

/** Judges only where there is a newer version to fall back from. */
const withSeveralVersions =
  (feature: Parameters<typeof judgeFeature>[0]) =>
  (endpoint: TlsEndpoint): ReturnType<ReturnType<typeof judgeFeature>> => {
    const gap = firstVersionGap(endpoint, ['TLSv1.2', 'TLSv1.3']);
    if (acceptedVersions(endpoint).length >= 2) return judgeFeature(feature)(endpoint);
    return gap === undefined ? notApplicable('Only one version is accepted') : inconclusive(gap);
  };

export const tlsFallbackScsv = checkOf(eachEndpoint, {
  id: 'tls-fallback-scsv',
  title: 'TLS_FALLBACK_SCSV is supported',
  finding: 'TLS_FALLBACK_SCSV is not supported',
  weakness: { cvss: 'cryptoMargin', cwe: [757] },
  passed: 'A fallback is rejected with inappropriate_fallback',
  judge: whereAccepted(
    older,
    'No version below TLS 1.2 is accepted, so a fallback is harmless',
    withSeveralVersions({
      feature: 'fallbackScsv',
      description:
        'A ClientHello for an older version with TLS_FALLBACK_SCSV was accepted; expected: alert 86 inappropriate_fallback (RFC 7507 section 3).',
      seen: [
        'Offered: TLS_FALLBACK_SCSV (5600) in a ClientHello below the newest version',
        'Answered: no alert 86 inappropriate_fallback',
      ],
      command: (endpoint) =>
        opensslLine(endpoint, ...opensslOldOptions(fallbackOption(endpoint)), '-fallback_scsv -legacy_server_connect'),
    }),
  ),
});

/** Judges only where TLS 1.2 and 1.3 are accepted. */
const besideTls12 =
  (feature: Parameters<typeof judgeFeature>[0]) =>
  (endpoint: TlsEndpoint): ReturnType<ReturnType<typeof judgeFeature>> => {
    const refused = modern.find((name) => accepts(endpoint, name) === false);
    if (refused !== undefined) return notApplicable(`${refused.replace('v', ' ')} is not accepted`);
    const gap = firstVersionGap(endpoint, modern);
    return gap === undefined ? judgeFeature(feature)(endpoint) : inconclusive(gap);
  };

export const tlsDowngradeSentinel = checkOf(eachEndpoint, {
  id: 'tls-downgrade-sentinel',
  title: 'The server sends the TLS 1.3 downgrade sentinel',
  finding: 'Missing TLS 1.3 downgrade sentinel',
  weakness: { cvss: 'cryptoMargin', cwe: [757] },
  passed: 'The TLS 1.2 ServerHello contains the downgrade sentinel',
  judge: besideTls12({
    feature: 'downgradeSentinel',
    description:
      'The random of a TLS 1.2 ServerHello does not end in DOWNGRD 01, which a server with TLS 1.3 must send (RFC 9846 section 4.2.3).',
    seen: ['Offered: a ClientHello of TLS 1.2', 'Answered: ServerHello.random without 44 4f 57 4e 47 52 44 01'],
    inAnyHello: true,
    command: (endpoint) => opensslLine(endpoint, '-tls1_2', '-msg'),
  }),
});

export const tlsGreaseIntolerant = checkOf(aboveSsl2, {
  id: 'tls-grease-intolerant',
  title: 'GREASE values are ignored',
  finding: 'Server does not tolerate GREASE values',
  weakness: { cvss: 'resilience', cwe: [703] },
  mode: 'deep',
  passed: 'Reserved suites, extensions, groups and versions are ignored',
  judge: judgeFeature({
    feature: 'greaseTolerant',
    description:
      'A ClientHello with reserved (GREASE) values failed, one without them succeeded; expected: unknown values are ignored (RFC 8701 section 3.2, RFC 9846 section 9.3).',
    seen: ['Offered: a ClientHello with GREASE values', 'Answered: no ServerHello'],
    command: (endpoint) => testsslLine(endpoint, '--grease'),
  }),
});
