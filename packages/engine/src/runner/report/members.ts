import type { Report } from '@perimeter/contract/report';
import { certificatesMember } from '../../evidence/certificates/member.ts';
import { dnsMember } from '../../evidence/dns/member.ts';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { httpMember } from '../../evidence/http/member.ts';
import { mailMember } from '../../evidence/mail-auth/member.ts';
import { tlsMember } from '../../evidence/tls/member.ts';
import { vulnerabilitiesMember } from '../../evidence/vulnerabilities/member.ts';

type Members = Pick<Report, 'tls' | 'certificates' | 'vulnerabilities' | 'http' | 'dns' | 'mail'>;

/** The typed members of a report, null where their evidence was not gathered. */
export function membersOf({
  tls,
  http,
  dns,
  endpoints,
  certificates,
  vulnerabilities,
  mailAuth,
}: AuditEvidence): Members {
  return {
    tls: tls === undefined ? null : tlsMember(tls, certificates),
    certificates: certificates === undefined ? null : certificatesMember(certificates),
    vulnerabilities: vulnerabilities === undefined ? null : vulnerabilitiesMember(vulnerabilities),
    http: http === undefined ? null : httpMember(http),
    mail: mailAuth === undefined ? null : mailMember(mailAuth),
    dns: dns === undefined ? null : dnsMember(dns, endpoints),
  };
}
