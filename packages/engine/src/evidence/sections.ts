import type { Section } from '@perimeter/contract/section';
import { behaviourSection } from './behaviour/section.ts';
import { certificatesSection } from './certificates/section.ts';
import { dnsSection } from './dns/section.ts';
import { dnssecSection } from './dnssec/section.ts';
import { endpointsSection } from './endpoints/section.ts';
import type { AuditEvidence, EvidenceKind } from './evidence.ts';
import { exposureSection } from './exposure/section.ts';
import { historySection } from './history/section.ts';
import { cookiesSection } from './site/cookies/section.ts';
import { cspSection } from './site/policies/csp-section.ts';
import { httpSection } from './site/responses/section.ts';
import { mailAuthSection } from './mail-auth/section.ts';
import { mailTlsSection } from './mail-tls/section.ts';
import { mailTransportSection } from './mail-transport/section.ts';
import { namesSection } from './names/section.ts';
import { pageSection } from './site/page/section.ts';
import { portsSection } from './ports/section.ts';
import { routingSection } from './routing/section.ts';
import { tlsSection } from './tls/section.ts';
import { vulnerabilitiesSection } from './vulnerabilities/section.ts';
import { zoneSection } from './zone/section.ts';

/** What a report shows of one kind of evidence; null where there is nothing to show. */
export type SectionBuilder = (evidence: AuditEvidence) => Section | null;

/** The section of each kind that a probe delivers, and those of parts of it, in the order of the report: every output format renders this list. */
export const evidenceSections: Record<Exclude<EvidenceKind, 'target'> | 'csp' | 'cookies', SectionBuilder> = {
  dns: dnsSection,
  zone: zoneSection,
  dnssec: dnssecSection,
  mailAuth: mailAuthSection,
  mailTransport: mailTransportSection,
  mailTls: mailTlsSection,
  endpoints: endpointsSection,
  tls: tlsSection,
  certificates: certificatesSection,
  vulnerabilities: vulnerabilitiesSection,
  http: httpSection,
  csp: cspSection,
  cookies: cookiesSection,
  page: pageSection,
  behaviour: behaviourSection,
  exposure: exposureSection,
  ports: portsSection,
  names: namesSection,
  routing: routingSection,
  history: historySection,
};
