import { isFiniteField, isRc4, isSmallBlock } from '@perimeter/protocols/tls/registry/classify';
import {
  fail,
  inconclusive,
  judgeSeen,
  notApplicable,
  pass,
  type Plain,
  type Verdict,
  openBy,
  whyBy,
} from '../../../catalogue/outcome.ts';
import { nmapLine, opensslCommand, opensslLine, reproduceLine } from '../../../catalogue/reproduce.ts';
import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { judgeFeature } from './features.ts';
import { classicOptions } from './openssl-options.ts';
import { answerOf, rawLines } from './proof.ts';
import { refusedSuites } from './refused-suites.ts';
import {
  acceptedSuites,
  acceptsAny,
  classicVersions,
  firstVersionGap,
  suiteGap,
} from '../../../evidence/tls/inventory.ts';

// Verdicts that two modules report: the configuration check carries the penalty, the attack's check names the CVE.

/** Judges only where one of the versions is accepted; otherwise not applicable. */
export const whereAccepted =
  <S>(names: readonly TlsVersionName[], otherwise: string, judge: (endpoint: TlsEndpoint) => S) =>
  (endpoint: TlsEndpoint): S | Plain => {
    const accepted = acceptsAny(endpoint, names);
    if (accepted === null)
      return inconclusive(firstVersionGap(endpoint, names) ?? whyBy('version-untested', { version: names.join(', ') }));
    return accepted ? judge(endpoint) : notApplicable(otherwise);
  };

/** RC4 is accepted (RFC 7465). */
export const judgeRc4 = refusedSuites({
  matches: isRc4,
  needed: 'weak',
  onlyChoice: 'brokenProtocol',
  expected: 'no RC4 suites (RFC 7465 section 2)',
  passed: 'RC4 suites are disabled',
});

/** A cipher with a 64-bit block is accepted (CVE-2016-2183). */
export const judgeSmallBlock = refusedSuites({
  matches: isSmallBlock,
  needed: 'weak',
  expected: 'ciphers with 128-bit blocks, or AEAD stream ciphers',
  passed: '64-bit block ciphers are disabled',
});

/** Compression methods by number (RFC 3749 section 2, RFC 3943 section 2). */
const compressionNames: ReadonlyMap<number, string> = new Map([
  [1, 'DEFLATE'],
  [64, 'LZS'],
]);

/** A compression method other than none was chosen (CVE-2012-4929). */
export const judgeCompression = whereAccepted(
  classicVersions,
  'Only TLS 1.3 is accepted, which has no compression',
  (endpoint) =>
    judgeSeen(endpoint.compression, (method) =>
      method === 0
        ? pass('The server does not select compression')
        : fail({
            description: `The server selected compression method ${method} (${compressionNames.get(method) ?? 'unassigned'}); expected: 0, no compression (RFC 9325 section 3.3).`,
            evidence: [
              'Offered: compression methods 1 DEFLATE, 64 LZS and 0 none',
              `Answered: ServerHello compression_method ${method}`,
              answerOf(endpoint, 'compression'),
              nmapLine(endpoint, 'ssl-enum-ciphers'),
            ],
          }),
    ),
);

/** The verdict on a feature: its fault is a failure. */
const featureVerdict =
  (passed: string, question: Parameters<typeof judgeFeature>[0]) =>
  (endpoint: TlsEndpoint): Verdict => {
    const found = judgeFeature(question)(endpoint);
    if (found === null) return pass(passed);
    return 'outcome' in found ? found : fail(found);
  };

/** The server does not support RFC 5746 (CVE-2009-3555). */
export const judgeSecureRenegotiation = whereAccepted(
  classicVersions,
  'Only TLS 1.3 is accepted, which has no renegotiation',
  featureVerdict('The server answers with renegotiation_info', {
    feature: 'secureRenegotiation',
    description:
      'The ServerHello has no renegotiation_info extension (ff01); expected: an empty one (RFC 5746 section 3.6).',
    seen: [
      'Offered: extension ff01 renegotiation_info, or the signaling suite 00ff',
      'Answered: ServerHello without extension ff01 renegotiation_info',
    ],
    inAnyHello: true,
    command: (endpoint) => opensslLine(endpoint, ...classicOptions(endpoint), '-legacy_server_connect'),
  }),
);

/** The command that prints the server's public key of two handshakes. */
const twoKeysLine = (endpoint: TlsEndpoint, exchange: 'DHE' | 'ECDHE'): string | null => {
  const handshake = opensslCommand(endpoint, ...classicOptions(endpoint, exchange), '-trace');
  return reproduceLine(`for n in 1 2; do ${handshake} 2>&1 | grep -E 'dh_Ys|point \\('; done`, endpoint);
};

/** Whether the same public value was used in several handshakes; with finite fields only, or with curves too. */
export const judgeShareReuse =
  (exchanges: 'finite-field' | 'any') =>
  (endpoint: TlsEndpoint): Verdict => {
    const ephemeral = acceptedSuites(
      endpoint,
      (suite) => suite.forwardSecrecy && (exchanges === 'any' || isFiniteField(suite)),
    );
    const comparable = ephemeral.some(({ version }) => version !== 'TLSv1.3');
    const wasSeen = exchanges === 'any' && endpoint.keyShareReuse.known;
    if (!wasSeen && !comparable && suiteGap(endpoint, 'full') === undefined) {
      const what = exchanges === 'any' ? 'ephemeral key exchange' : 'finite-field key exchange';
      return notApplicable(`No ${what} before TLS 1.3 is accepted`);
    }
    return judgeSeen(endpoint.keyShareReuse, ({ dhe, ecdhe, samples }) => {
      const curves = exchanges === 'any' ? ecdhe : null;
      const reused = [...(dhe === true ? ['DHE'] : []), ...(curves === true ? ['ECDHE'] : [])].join(' and ');
      if (reused === '' && dhe === null && curves === null)
        return comparable && exchanges === 'finite-field'
          ? openBy('key-exchanges-too-few')
          : notApplicable('No ephemeral key exchange to compare');
      if (reused === '') return pass(`${samples} handshakes had ${samples} different public keys`);
      return fail({
        description: `In ${samples} handshakes the same ${reused} public key occurred more than once; expected: a new key each time (RFC 9325 section 7.4).`,
        evidence: [
          `Offered: ${reused} suites in ${samples} handshakes`,
          `Answered: ServerKeyExchange with a ${reused} public key seen before`,
          rawLines(endpoint, ['keyShareReuse']),
          twoKeysLine(endpoint, dhe === true ? 'DHE' : 'ECDHE'),
        ],
      });
    });
  };
