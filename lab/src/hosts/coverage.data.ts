import { certificatesCoverage } from './coverage/certificates.data.ts';
import { cspCoverage } from './coverage/content-security-policy.data.ts';
import { cookieCoverage } from './coverage/cookies.data.ts';
import { crossOriginCoverage } from './coverage/cross-origin.data.ts';
import { dnsZoneCoverage } from './coverage/dns-zone.data.ts';
import { dnssecCoverage } from './coverage/dnssec.data.ts';
import { emailAuthCoverage } from './coverage/email-auth.data.ts';
import { emailTransportCoverage } from './coverage/email-transport.data.ts';
import { exposedContentCoverage } from './coverage/exposed-content.data.ts';
import { exposedServicesCoverage } from './coverage/exposed-services.data.ts';
import { httpHeadersCoverage } from './coverage/http-headers.data.ts';
import { httpsCoverage } from './coverage/https-enforcement.data.ts';
import { pageContentCoverage } from './coverage/page-content.data.ts';
import { routingCoverage } from './coverage/routing-reputation.data.ts';
import { subdomainsCoverage } from './coverage/subdomains.data.ts';
import { tlsConfigurationCoverage } from './coverage/tls-configuration.data.ts';
import { tlsVulnerabilitiesCoverage } from './coverage/tls-vulnerabilities.data.ts';

/** Every check of these modules by id; modules in the order of the report. */
export const coverage = {
  dns_zone: dnsZoneCoverage,
  email_auth: emailAuthCoverage,
  email_transport: emailTransportCoverage,
  certificates: certificatesCoverage,
  tls_configuration: tlsConfigurationCoverage,
  tls_vulnerabilities: tlsVulnerabilitiesCoverage,
  https_enforcement: httpsCoverage,
  cross_origin: crossOriginCoverage,
  http_headers: httpHeadersCoverage,
  content_security_policy: cspCoverage,
  cookies: cookieCoverage,
  page_content: pageContentCoverage,
  exposed_content: exposedContentCoverage,
  exposed_services: exposedServicesCoverage,
  subdomains: subdomainsCoverage,
  routing_reputation: routingCoverage,
  dnssec: dnssecCoverage,
} as const;
