import { namedGroups } from '@perimeter/protocols/tls/registry/groups.data';
import { fail, inconclusive, notApplicable, pass, type Verdict, type Why, whyBy } from '../../../catalogue/outcome.ts';
import { opensslLine } from '../../../catalogue/reproduce.ts';
import { helloLine } from '../../../catalogue/reproduce-hello.ts';
import type { TlsEndpoint, TlsVersion } from '../../../evidence/tls/schema.ts';
import { groupName, versionProof } from '../../derive/tls/proof.ts';
import { quantumHello } from '../../derive/tls/group-hellos.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { aboveSsl2, eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { judgeFeature } from '../../derive/tls/features.ts';
import { accepts, versionGap, versionOf } from '../../../evidence/tls/inventory.ts';

const quantumLine = (endpoint: TlsEndpoint): string | null => helloLine(endpoint, quantumHello);

/** Protocol names that enlarge a hello to 1,700 bytes, with any OpenSSL; http/1.1 for servers that require a known one. */
const longOffer = "-alpn http/1.1,$(printf 'x%0240d,' 1 2 3 4 5 6)y";

interface QuantumGroups {
  endpoint: TlsEndpoint;
  tls13: TlsVersion;
  /** Groups of RFC 10024, or pure ML-KEM. */
  standard: readonly number[];
  /** Groups of earlier drafts. */
  drafts: readonly number[];
}

function quantumGroups(endpoint: TlsEndpoint, tls13: TlsVersion): QuantumGroups {
  const kindOf = (code: number): string | undefined => namedGroups.get(code)?.kind;
  return {
    endpoint,
    tls13,
    standard: tls13.groups.filter((code) => kindOf(code) === 'hybrid' || kindOf(code) === 'kem'),
    drafts: tls13.groups.filter((code) => kindOf(code) === 'hybrid-draft'),
  };
}

/** Why the server may support a group that was not seen. */
function groupGap(endpoint: TlsEndpoint, tls13: TlsVersion): Why | undefined {
  if (!tls13.groupsEnumerated) return whyBy('groups-of-version-unlisted', { version: 'TLS 1.3' });
  return endpoint.controlPassed ? undefined : whyBy('groups-maybe-limited');
}

/** Judges TLS 1.3, the only version with post-quantum groups: a standard group passes; `judge` covers its absence. */
const judgeGroups =
  (without13: (endpoint: TlsEndpoint) => Verdict, judge: (groups: QuantumGroups) => Verdict) =>
  (endpoint: TlsEndpoint): Verdict => {
    const accepted = accepts(endpoint, 'TLSv1.3');
    const tls13 = versionOf(endpoint, 'TLSv1.3');
    if (accepted === null || tls13 === undefined) return inconclusive(versionGap(endpoint, 'TLSv1.3'));
    if (!accepted) return without13(endpoint);
    const groups = quantumGroups(endpoint, tls13);
    const [first] = groups.standard;
    if (first !== undefined) return pass(`${groupName(first)} is accepted`);
    const gap = groupGap(endpoint, tls13);
    return gap === undefined ? judge(groups) : inconclusive(gap);
  };

const acceptedGroups = ({ tls13 }: QuantumGroups): string =>
  `Offered: each group in turn. TLSv1.3 accepted groups: ${tls13.groups.map(groupName).join(', ') || 'none'}`;

export const tlsPqMissing = checkOf(eachEndpoint, {
  id: 'tls-pq-missing',
  title: 'Post-quantum key exchange is supported',
  finding: 'No post-quantum key exchange',
  weakness: { cvss: 'cryptoMargin', cwe: [327] },
  judge: judgeGroups(
    (endpoint) =>
      fail({
        description:
          'TLS 1.3 is not accepted, and post-quantum key exchange requires it; expected: X25519MLKEM768 (RFC 10024).',
        evidence: [versionProof(endpoint, 'TLSv1.3'), quantumLine(endpoint)],
      }),
    (groups) =>
      fail({
        description:
          'None of X25519MLKEM768, SecP256r1MLKEM768 and SecP384r1MLKEM1024 is accepted; expected: at least X25519MLKEM768 (RFC 10024).',
        evidence: [acceptedGroups(groups), quantumLine(groups.endpoint)],
      }),
  ),
});

export const tlsPqDraftOnly = checkOf(eachEndpoint, {
  id: 'tls-pq-draft-only',
  title: 'Post-quantum key exchange follows the final standard',
  finding: 'Post-quantum key exchange in a draft version only',
  weakness: { cvss: 'cryptoMargin', cwe: [327] },
  judge: judgeGroups(
    () => notApplicable('TLS 1.3 is not accepted'),
    (groups) => {
      if (groups.drafts.length === 0)
        return notApplicable('No post-quantum group is accepted, neither draft nor standard');
      return fail({
        description: `Only the draft ${groups.drafts.map(groupName).join(', ')} is accepted; expected: X25519MLKEM768, its standard successor (RFC 10024).`,
        evidence: [acceptedGroups(groups), quantumLine(groups.endpoint)],
      });
    },
  ),
});

export const tlsLargeHelloIntolerant = checkOf(aboveSsl2, {
  id: 'tls-large-hello-intolerant',
  title: 'Large ClientHello messages are accepted',
  finding: 'Large ClientHello messages fail',
  weakness: { cvss: 'conditionalAvailability', cwe: [703] },
  passed: 'A ClientHello in two TCP segments is accepted',
  judge: judgeFeature({
    feature: 'largeHello',
    description:
      'A ClientHello in two TCP segments failed, a small one succeeded; expected: the server reads the record until it is complete (RFC 9846 section 5.1).',
    seen: ['Offered: a ClientHello of about 1700 bytes in two TCP segments', 'Answered: no ServerHello'],
    command: (endpoint) => opensslLine(endpoint, longOffer),
  }),
});
