import { certificatesClaims } from './certificates.data.ts';
import type { ModuleClaims } from './claim.ts';
import { emailAuthClaims } from './email-auth.data.ts';
import { httpHeadersClaims } from './http-headers.data.ts';
import { tlsConfigurationClaims } from './tls-configuration.data.ts';
import { tlsVulnerabilitiesClaims } from './tls-vulnerabilities.data.ts';

/** What the printed commands of all modules must show; first those that take longest. */
export const allClaims: readonly ModuleClaims[] = [
  tlsVulnerabilitiesClaims,
  tlsConfigurationClaims,
  certificatesClaims,
  httpHeadersClaims,
  emailAuthClaims,
];
