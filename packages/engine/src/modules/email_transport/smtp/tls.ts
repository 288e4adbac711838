import { isNullCipher, isRc4, isShortKey } from '@perimeter/protocols/tls/registry/classify';
import { suiteName } from '@perimeter/protocols/tls/registry/suites';
import { endpointsOf, type Survey } from '../../../catalogue/endpoints.ts';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import { fail, inconclusive, notApplicable, pass, type Plain, openBy } from '../../../catalogue/outcome.ts';
import type { EvidenceByKind } from '../../../evidence/evidence.ts';
import type { NegotiatedTls } from '../../../evidence/mail-transport/session.ts';
import type { TlsEndpoint, TlsVersionName } from '../../../evidence/tls/schema.ts';
import { speaking } from '../../derive/tls/endpoints.ts';
import { groupName, suiteList, suiteProof, versionProof } from '../../derive/tls/proof.ts';
import { quantumHello } from '../../derive/tls/group-hellos.ts';
import { startTlsHelloLine, startTlsLine } from '../../../catalogue/reproduce-smtp.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { negotiatedSessions } from '../../derive/subjects/mail-servers.ts';
import { blockedEgress, sessionsOf, withoutServers } from '../../derive/mail/delivery.ts';
import { acceptedSuites, accepts, type AcceptedSuite, suiteGap, versionGap } from '../../../evidence/tls/inventory.ts';
import { listed } from '../../../evidence/words/text.ts';

const obsolete = ['SSLv2', 'SSLv3', 'TLSv1.0', 'TLSv1.1'] as const satisfies readonly TlsVersionName[];
const isObsolete = (version: TlsVersionName): boolean => obsolete.some((one) => one === version);

const negotiatedLine = ({ version, suite }: NegotiatedTls): string =>
  `Negotiated: ${version}${suite === null ? '' : ` ${suiteName(suite)}`}`;

export const smtpTlsObsoleteOnly = checkOf(negotiatedSessions, {
  id: 'smtp-tls-obsolete-only',
  title: 'Mail servers support TLS 1.2 or 1.3',
  finding: 'Mail server supports only obsolete TLS versions',
  // No more penalty than plaintext: mail without TLS is worse.
  weakness: { cvss: 'recordedDecryption', cwe: [327] },
  shows: ({ tls, place }) => [negotiatedLine(tls), startTlsLine(place, ' -min_protocol TLSv1.2')],
  judge: ({ tls, place }) => {
    if (!isObsolete(tls.version)) return pass(`${tls.version} is negotiated`);
    return `The newest version that ${place.serverName} negotiates is ${tls.version}, which current senders reject or treat as unencrypted. Expected: TLS 1.2 or 1.3.`;
  },
});

/** X25519MLKEM768 (RFC 10024). */
const hybridGroup = 0x11ec;

export const smtpPq = checkOf(negotiatedSessions, {
  id: 'smtp-pq',
  title: 'Mail servers use a post-quantum key exchange',
  finding: 'Mail server without post-quantum key exchange',
  mode: 'deep',
  shows: ({ tls, place }) => [negotiatedLine(tls), startTlsHelloLine(place, quantumHello)],
  judge: ({ tls }) => {
    if (tls.group === hybridGroup) return pass('X25519MLKEM768 is negotiated');
    if (tls.group === null && tls.version === 'TLSv1.3') return openBy('group-unknown');
    return `The key exchange is ${tls.group === null ? 'from before TLS 1.3' : groupName(tls.group)}. With X25519MLKEM768, recorded mail stays confidential even if quantum computers break elliptic curves.`;
  },
});

type DeepEvidence = Pick<EvidenceByKind, 'mailTls' | 'mailTransport'>;

/** Why no mail server is in the TLS inventory. */
function unseenTls({ hosts }: EvidenceByKind['mailTransport']): Plain {
  const sessions = hosts.flatMap(sessionsOf);
  const isPlain = ({ session: { startTls } }: (typeof sessions)[number]): boolean =>
    startTls.known && startTls.value.outcome === 'not-offered';
  return sessions.length > 0 && sessions.every(isPlain)
    ? notApplicable('No mail server offers STARTTLS')
    : openBy('no-mail-handshake');
}

function surveyDeep({ mailTls, mailTransport }: DeepEvidence): Survey<TlsEndpoint> {
  const endpoints = speaking(mailTls);
  const silence = withoutServers(mailTransport) ?? blockedEgress(mailTransport);
  return { silence: silence ?? (endpoints.length === 0 ? unseenTls(mailTransport) : null), endpoints, leftOut: [] };
}

/** The TLS inventory of each mail server. */
const mailTlsEndpoints = endpointsOf({
  needs: ['mailTls', 'mailTransport'],
  survey: surveyDeep,
  same: { key: ({ serverName }) => serverName, unit: 'mail server' },
});

/** OpenSSL offers TLS 1.0 and 1.1 on request, and nothing older. */
function obsoleteLine(endpoint: TlsEndpoint, accepted: readonly TlsVersionName[]): string | null {
  if (accepted.includes('TLSv1.1')) return startTlsLine(endpoint, ' -tls1_1 -cipher ALL:@SECLEVEL=0');
  if (accepted.includes('TLSv1.0')) return startTlsLine(endpoint, ' -tls1 -cipher ALL:@SECLEVEL=0');
  return nmapLine(endpoint, accepted.includes('SSLv3') ? 'ssl-enum-ciphers' : 'sslv2');
}

export const smtpTlsObsoleteOffered = checkOf(mailTlsEndpoints, {
  id: 'smtp-tls-obsolete-offered',
  title: 'Mail servers reject TLS versions before 1.2',
  finding: 'Mail server accepts obsolete TLS versions',
  weakness: { cvss: 'cryptoMargin', cwe: [327, 757] },
  mode: 'deep',
  judge: (endpoint) => {
    const accepted = obsolete.filter((version) => accepts(endpoint, version) === true);
    const open = obsolete.find((version) => accepts(endpoint, version) === null);
    if (accepted.length === 0)
      return open === undefined ? pass('Only TLS 1.2 and 1.3 are accepted') : inconclusive(versionGap(endpoint, open));
    return fail({
      description: `${listed(accepted)} ${accepted.length === 1 ? 'is' : 'are'} accepted behind STARTTLS. Expected: TLS 1.2 and 1.3 only.`,
      evidence: [accepted.map((version) => versionProof(endpoint, version)), obsoleteLine(endpoint, accepted)],
    });
  },
});

/** Anonymous suites do not count: senders that do not authenticate lose nothing (RFC 7672 section 8.2). */
const isBroken = (suite: AcceptedSuite): boolean =>
  isNullCipher(suite) || suite.export || isShortKey(suite) || isRc4(suite);

/** Of the broken suites OpenSSL has only those without encryption; a server that prefers others chooses them only if nothing else is offered. */
const brokenLine = (endpoint: TlsEndpoint, broken: readonly AcceptedSuite[]): string | null =>
  broken.some((suite) => isNullCipher(suite) && suite.version === 'TLSv1.2')
    ? startTlsLine(endpoint, ' -tls1_2 -cipher eNULL:@SECLEVEL=0')
    : nmapLine(endpoint, 'ssl-enum-ciphers');

export const smtpCiphersBroken = checkOf(mailTlsEndpoints, {
  id: 'smtp-ciphers-broken',
  title: 'Mail servers reject broken cipher suites',
  finding: 'Mail server accepts NULL, export, DES or RC4 cipher suites',
  // No more penalty than plaintext: mail without TLS is worse.
  weakness: { cvss: 'recordedDecryption', cwe: [326, 327] },
  mode: 'deep',
  judge: (endpoint) => {
    const broken = acceptedSuites(endpoint, isBroken);
    const gap = suiteGap(endpoint, 'weak');
    if (broken.length === 0)
      return gap === undefined ? pass('NULL, export, DES and RC4 suites are rejected') : inconclusive(gap);
    return fail({
      description: `Accepted behind STARTTLS: ${suiteList(broken)}. Expected: suites with at least 112 bits and without RC4.`,
      evidence: [suiteProof(endpoint, broken), brokenLine(endpoint, broken)],
    });
  },
});
