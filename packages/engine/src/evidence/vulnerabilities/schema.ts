import { z } from 'zod';
import { observed } from '../observed.ts';
import { vulnerabilityEndpoint } from './endpoint.ts';
import { pipelinedCommand, upgradeAnswer } from './flaws/plaintext-upgrade.ts';

/** A mail service on a plaintext port, and its answer to a command behind STARTTLS. */
const startTlsService = z.object({
  host: z.string(),
  address: z.string(),
  port: z.int(),
  protocol: z.enum(['imap', 'pop3']),
  exchange: observed(pipelinedCommand),
});

/** Tests for flaws of TLS implementations, and of plaintext services that upgrade to TLS. */
export const vulnerabilitiesEvidence = z.object({
  endpoints: z.array(vulnerabilityEndpoint),
  /** HTTP Upgrade to TLS on port 80 (RFC 2817; CVE-2025-49812), by address. */
  opossum: z.array(z.object({ address: z.string(), port: z.int(), host: z.string(), answer: observed(upgradeAnswer) })),
  startTls: observed(z.array(startTlsService)),
});
export type VulnerabilitiesEvidence = z.infer<typeof vulnerabilitiesEvidence>;
