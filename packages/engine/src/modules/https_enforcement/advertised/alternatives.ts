import type { BehaviourEvidence } from '../../../evidence/behaviour/schema.ts';
import { digLine } from '../../../catalogue/dig.ts';
import {
  fail,
  failWhere,
  inconclusive,
  notApplicable,
  pass,
  unlessOpen,
  type Verdict,
  openBy,
  whyBy,
} from '../../../catalogue/outcome.ts';
import { versionsLine } from '../../../catalogue/quic-command.ts';
import { detailOf } from '../../../evidence/failure-text.ts';
import { isFree } from '../../../evidence/registration.ts';
import { judgeOwners } from '../../derive/mail/registration.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { siteBehaviour } from '../../derive/subjects/behaviour.ts';

type Asked = NonNullable<BehaviourEvidence['http3']['asked']>;
type AlternativeHost = NonNullable<BehaviourEvidence['alternatives']>[number];

const advertisers = { 'alt-svc': 'Alt-Svc', 'https-record': 'the HTTPS record' } as const;

const hex = (version: number): string => `0x${version.toString(16).padStart(8, '0')}`;

function judgeVersions(asked: Asked, advertised: string | null): Verdict {
  const { versions, port, address, host, by, tries } = asked;
  if (versions.known)
    return pass(`QUIC answers at UDP port ${port} with the versions ${versions.value.map(hex).join(', ')}`);
  const { reason } = versions.failure;
  if (reason !== 'refused' && reason !== 'timeout') return inconclusive(versions.failure);
  const isClosed = reason === 'refused';
  const what = isClosed ? 'is closed' : `did not answer ${tries} datagrams of 1,200 bytes`;
  return fail({
    // A filter on the network path may also cause silence.
    confidence: isClosed ? 'firm' : 'potential',
    description: `HTTP/3 is advertised in ${advertisers[by]}, and UDP port ${port} of ${address} ${what}. Browsers try it in vain before they go back to TCP. Expected: open the port, or stop advertising h3.`,
    evidence: [
      advertised === null ? `HTTPS record of ${host}: alpn with h3` : `Alt-Svc: ${advertised}`,
      `QUIC packet of a reserved version to UDP port ${port}: ${detailOf(versions.failure)}`,
      versionsLine({ address, port }),
    ],
  });
}

export const http3Broken = checkOf(siteBehaviour, {
  id: 'http3-broken',
  title: 'HTTP/3 answers where it is advertised',
  finding: 'HTTP/3 is advertised, but does not answer',
  weakness: { cvss: 'resilience', cwe: [1188] },
  judge: ({ behaviour: { http3 } }) => {
    if (http3.asked === undefined) return openBy('http3-untested');
    if (http3.asked !== null) return judgeVersions(http3.asked, http3.advertised);
    return http3.advertised === null
      ? notApplicable('HTTP/3 is not advertised')
      : notApplicable('HTTP/3 is advertised over http, at another host, or at a port of another service');
  },
});

const quoted = (host: string, where: string) => ({
  subject: host,
  location: { host },
  evidence: [`${host}: ${where}`, digLine('A', host)],
});

const missingText = (host: string): string =>
  `Alt-Svc sends browsers to ${host}, which does not exist. They try it in vain before they go back. Expected: remove the alternative.`;

export const httpAltsvcForeign = checkOf(siteBehaviour, {
  id: 'http-altsvc-foreign',
  title: 'Hosts in Alt-Svc exist',
  finding: 'Alt-Svc names a host that does not exist',
  weakness: { cvss: 'conditionalAvailability', cwe: [350] },
  judge: ({ behaviour: { alternatives } }) => {
    if (alternatives === undefined) return openBy('alt-svc-unasked');
    if (alternatives.length === 0) return notApplicable('Alt-Svc names no other host');
    const owned = alternatives.flatMap(({ host, registration }) =>
      registration === null ? [] : [{ host, registration }],
    );
    const free = owned.filter(({ registration }) => isFree(registration));
    const isUnregistered = (host: string): boolean => free.some((one) => one.host === host);
    const missing = alternatives.filter(({ host, name }) => name === 'missing' && !isUnregistered(host));
    if (free.length === 0 && missing.length > 0)
      return failWhere(missing, '', ({ host }) => ({ description: missingText(host), ...quoted(host, 'NXDOMAIN') }));
    return (
      judgeOwners(owned, {
        free: ({ host, registration: { domain } }) => ({
          description: `Alt-Svc sends browsers to ${host}, and ${domain} is not registered: anyone who registers it can hold up their connections. Expected: remove the alternative.`,
          ...quoted(host, `${domain} is not registered`),
        }),
        held: ({ host }) => ({ description: missingText(host), ...quoted(host, 'registered, and not delegated') }),
      }) ?? judgeNames(alternatives)
    );
  },
});

function judgeNames(alternatives: readonly AlternativeHost[]): Verdict {
  const open = alternatives.find(({ name }) => name === 'unknown');
  const gap = open && whyBy('host-undetermined', { host: open.host });
  return unlessOpen(gap, 'Every other host in Alt-Svc exists');
}
