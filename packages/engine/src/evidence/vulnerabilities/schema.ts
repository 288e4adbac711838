import { z } from 'zod';
import { observed } from '../observed.ts';
import { cbcOracleTest } from './flaws/cbc-oracle.ts';
import { clientRenegotiationTest } from './flaws/client-renegotiation.ts';
import { crossNameTest } from './flaws/cross-name.ts';
import { earlyCcsTest } from './flaws/early-ccs.ts';
import { heartbleedTest } from './flaws/heartbleed.ts';
import { pipelinedCommand, upgradeAnswer } from './flaws/plaintext-upgrade.ts';
import { poodleTlsTest } from './flaws/poodle-tls.ts';
import { robotTest } from './flaws/robot.ts';
import { ticketbleedTest } from './flaws/ticketbleed.ts';

/** A mail service on a plaintext port, and its answer to a command behind STARTTLS. */
const startTlsService = z.object({
  host: z.string(),
  address: z.string(),
  port: z.int(),
  protocol: z.enum(['imap', 'pop3']),
  exchange: observed(pipelinedCommand),
});

/** What was sent to one address and port, and what came back; each test is raw bytes and none exploits a flaw. */
export const vulnerabilityEndpoint = z.object({
  address: z.string(),
  port: z.int(),
  serverName: z.string(),
  heartbleed: observed(heartbleedTest),
  earlyCcs: observed(earlyCcsTest),
  ticketbleed: observed(ticketbleedTest),
  robot: observed(robotTest),
  poodleTls: observed(poodleTlsTest),
  cbcOracle: observed(cbcOracleTest),
  clientRenegotiation: observed(clientRenegotiationTest),
  crossNameResumption: observed(crossNameTest),
  connections: z.int(),
});
export type VulnerabilityEndpoint = z.infer<typeof vulnerabilityEndpoint>;

/** Tests for flaws of TLS implementations, and of plaintext services that upgrade to TLS. */
export const vulnerabilitiesEvidence = z.object({
  endpoints: z.array(vulnerabilityEndpoint),
  /** HTTP Upgrade to TLS on port 80 (RFC 2817; CVE-2025-49812), by address. */
  opossum: z.array(z.object({ address: z.string(), port: z.int(), host: z.string(), answer: observed(upgradeAnswer) })),
  startTls: observed(z.array(startTlsService)),
});
export type VulnerabilitiesEvidence = z.infer<typeof vulnerabilitiesEvidence>;
