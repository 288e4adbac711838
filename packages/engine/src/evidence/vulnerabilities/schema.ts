import { z } from 'zod';
import { observed } from '../observed.ts';

/** The answers to one probe in words and bytes, so that a person can follow the verdict: sent, received, concluded. */
export const proofLines = z.array(z.string());

/** One way in which a server told apart ciphertexts that must look alike to a client. */
export const oracleFinding = z.object({
  kind: z.enum(['goldendoodle', 'zombie-poodle', 'sleeping-poodle', 'zero-length-padding', 'openssl-2016-2107']),
  suite: z.int(),
  version: z.string(),
  detail: z.string(),
});

/** A plaintext service that upgrades to TLS, and whether it took a command that was injected before the handshake. */
export const startTlsInjection = z.object({
  host: z.string(),
  address: z.string(),
  port: z.int(),
  protocol: z.enum(['imap', 'pop3']),
  injected: observed(z.boolean()),
  proof: proofLines,
});

/** What the flaws' own probes saw at one address and port; each is raw bytes and none exploits. */
export const vulnerabilityEndpoint = z.object({
  address: z.string(),
  port: z.int(),
  serverName: z.string(),
  /** True: a heartbeat answer was longer than the payload sent (CVE-2014-0160). The surplus is counted, never kept. */
  heartbleed: observed(z.object({ vulnerable: z.boolean(), proof: proofLines })),
  /** True: ChangeCipherSpec before the keys was taken (CVE-2014-0224). */
  earlyCcs: observed(z.object({ vulnerable: z.boolean(), proof: proofLines })),
  /** True: a session id of fewer than 32 octets came back with foreign octets (CVE-2016-9244). */
  ticketbleed: observed(z.object({ vulnerable: z.boolean(), proof: proofLines })),
  /** RFC 5246 section 7.4.7.1: malformed RSA premaster secrets must all be answered alike. */
  robot: observed(z.object({ verdict: z.enum(['alike', 'weak-oracle', 'strong-oracle']), proof: proofLines })),
  /** True: a TLS record with wrong CBC padding octets was accepted (CVE-2014-8730). */
  poodleTls: observed(z.object({ vulnerable: z.boolean(), proof: proofLines })),
  cbcOracle: observed(z.object({ findings: z.array(oracleFinding), proof: proofLines })),
  /** How many client-initiated renegotiations were accepted, of how many tried. */
  clientRenegotiation: observed(z.object({ accepted: z.int(), tried: z.int(), proof: proofLines })),
  /** True: a session of this name was resumed for another name of the same address. */
  crossNameResumption: observed(z.object({ vulnerable: z.boolean(), otherName: z.string(), proof: proofLines })),
  connections: z.int(),
});
export type VulnerabilityEndpoint = z.infer<typeof vulnerabilityEndpoint>;

/** Flaws of the TLS implementations, and of the doors beside them. */
export const vulnerabilitiesEvidence = z.object({
  endpoints: z.array(vulnerabilityEndpoint),
  /** HTTP Upgrade to TLS on port 80 (RFC 2817; CVE-2025-49812), by address. */
  opossum: z.array(
    z.object({
      address: z.string(),
      port: z.int(),
      host: z.string(),
      upgrades: observed(z.boolean()),
      proof: proofLines,
    }),
  ),
  startTls: observed(z.array(startTlsInjection)),
});
export type VulnerabilitiesEvidence = z.infer<typeof vulnerabilitiesEvidence>;
