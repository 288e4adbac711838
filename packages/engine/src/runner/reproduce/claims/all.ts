import { certificatesClaims } from './certificates.data.ts';
import type { ModuleClaims } from './claim.ts';
import { contentSecurityPolicyClaims } from './content-security-policy.data.ts';
import { cookiesClaims } from './cookies.data.ts';
import { crossOriginClaims } from './cross-origin.data.ts';
import { dnsZoneClaims } from './dns-zone.data.ts';
import { dnssecClaims } from './dnssec.data.ts';
import { emailAuthClaims } from './email-auth.data.ts';
import { emailTransportClaims } from './email-transport.data.ts';
import { exposedContentClaims } from './exposed-content.data.ts';
import { exposedServicesClaims } from './exposed-services.data.ts';
import { httpHeadersClaims } from './http-headers.data.ts';
import { pageContentClaims } from './page-content.data.ts';

import { httpsEnforcementClaims } from './https-enforcement.data.ts';
import { routingReputationClaims } from './routing-reputation.data.ts';
import { subdomainsClaims } from './subdomains.data.ts';
import { tlsConfigurationClaims } from './tls-configuration.data.ts';
import { tlsVulnerabilitiesClaims } from './tls-vulnerabilities.data.ts';

/** What the printed commands of all modules must show; the slowest first. */
export const allClaims: readonly ModuleClaims[] = [
  tlsVulnerabilitiesClaims,
  tlsConfigurationClaims,
  certificatesClaims,
  httpsEnforcementClaims,
  httpHeadersClaims,
  contentSecurityPolicyClaims,
  cookiesClaims,
  crossOriginClaims,
  pageContentClaims,
  exposedContentClaims,
  exposedServicesClaims,
  subdomainsClaims,
  routingReputationClaims,
  dnsZoneClaims,
  dnssecClaims,
  emailAuthClaims,
  emailTransportClaims,
];
