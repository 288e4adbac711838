import { unicodeName } from '@perimeter/protocols/domain/unicode';
import type { Finding } from '@perimeter/contract/finding';
import type { HttpHeader } from '@perimeter/contract/observed/http';
import type { Report } from '@perimeter/contract/report';
import { certificatesMember } from '../../evidence/certificates/member.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { judgedHttp } from './judged-http.ts';
import { httpMember } from '../../evidence/site/responses/member.ts';
import { mailFlow } from '../../evidence/mail-transport/member.ts';
import { mailServersMember } from '../../evidence/mail-transport/servers-member.ts';
import { mailMember } from '../../evidence/mail-auth/member.ts';
import { tlsMember } from '../../evidence/tls/member.ts';
import { wholeDnsMember } from './dns-member.ts';
import { wholeNetworkMember } from './network-member.ts';
import { vulnerabilitiesMember } from '../../evidence/vulnerabilities/member.ts';

type Members = Pick<
  Report,
  'unicode' | 'tls' | 'certificates' | 'vulnerabilities' | 'http' | 'dns' | 'mail' | 'network'
>;

/** The typed members of a report, null where their evidence was not gathered. */
export function membersOf(
  evidence: AuditEvidence,
  headers: readonly HttpHeader[] | null,
  findings: readonly Finding[],
): Members {
  const { target, tls, http, certificates, vulnerabilities, mailAuth, mailTransport: transport, mailTls } = evidence;
  const unicode = unicodeName(target.domain);
  return {
    ...(unicode === null ? {} : { unicode }),
    tls: tls === undefined ? null : tlsMember(tls, certificates),
    certificates: certificates === undefined ? null : certificatesMember(certificates),
    vulnerabilities: vulnerabilities === undefined ? null : vulnerabilitiesMember(vulnerabilities),
    http:
      http === undefined
        ? null
        : { ...httpMember({ http, target }), ...judgedHttp(evidence), headers: headers === null ? null : [...headers] },
    mail:
      mailAuth === undefined
        ? null
        : {
            ...mailMember(mailAuth),
            ...(transport === undefined
              ? {}
              : { flow: mailFlow(transport), servers: mailServersMember(transport, mailTls) }),
          },
    network: wholeNetworkMember(evidence, findings),
    dns: wholeDnsMember(evidence),
  };
}
