import type { AuditModule } from '../catalogue/module.ts';
import { certificates } from './certificates/module.ts';
import { contentSecurityPolicy } from './content_security_policy/module.ts';
import { cookies } from './cookies/module.ts';
import { crossOrigin } from './cross_origin/module.ts';
import { dnsZone } from './dns_zone/module.ts';
import { dnssec } from './dnssec/module.ts';
import { emailAuth } from './email_auth/module.ts';
import { emailTransport } from './email_transport/module.ts';
import { exposedContent } from './exposed_content/module.ts';
import { exposedServices } from './exposed_services/module.ts';
import { httpHeaders } from './http_headers/module.ts';
import { httpsEnforcement } from './https_enforcement/module.ts';
import { pageContent } from './page_content/module.ts';
import { routingReputation } from './routing_reputation/module.ts';
import { subdomains } from './subdomains/module.ts';
import { tlsConfiguration } from './tls_configuration/module.ts';
import { tlsVulnerabilities } from './tls_vulnerabilities/module.ts';

/** The 17 modules in the order of their phases. */
export const modules: readonly AuditModule[] = [
  dnsZone,
  dnssec,
  emailAuth,
  emailTransport,
  certificates,
  tlsConfiguration,
  tlsVulnerabilities,
  httpsEnforcement,
  httpHeaders,
  contentSecurityPolicy,
  cookies,
  crossOrigin,
  pageContent,
  exposedContent,
  exposedServices,
  subdomains,
  routingReputation,
];

/** The ids of all checks. */
export const checkIds: readonly string[] = modules.flatMap(({ checks }) => checks.map(({ id }) => id));
