import type { ZoneQuestion } from '../../evidence/zone/schema.ts';

/** Sent to every server of the zone, after SOA, NS and DNSKEY. */
export const everyServer: readonly ZoneQuestion[] = ['A', 'AAAA', 'MX', 'missing-name', 'version', 'parent-soa'];

/** Sent to other servers: whether they disclose their version and resolve for anyone. */
export const lameServer: readonly ZoneQuestion[] = ['version', 'parent-soa'];

/** Sent to one address of each server name. */
export const onceForEachName: readonly ZoneQuestion[] = ['CAA', 'TXT', 'HTTPS', 'NSEC3PARAM', 'CDS', 'CDNSKEY'];

/** Sent to two servers. */
export const existence: readonly ZoneQuestion[] = ['domainkey', 'domainkey-dnssec'];

/** Sent in deep mode, over UDP. */
export const deepOnly: readonly ZoneQuestion[] = ['any', 'edns-option', 'edns-flag', 'mixed-case'];

/** Sent in deep mode, over TCP: most servers answer them with an error, which rate limiting counts. */
export const deepByTcp: readonly ZoneQuestion[] = ['edns-version', 'version-server', 'id-server', 'foreign'];

/** Limits of an audit. */
export const zoneLimits = {
  parentServers: 3,
  names: 13,
  addressesOfName: 4,
  addresses: 16,
  serverMs: 6_000,
  probeMs: 20_000,
  /** Characters of all replies together, in JSON. */
  replyCharacters: 160_000,
  /** Records of a section that are kept. */
  records: 100,
  /** Until differing serials are read again: transfers after NOTIFY (RFC 1996) are complete by then. */
  laterMs: { standard: 5_000, deep: 60_000 },
} as const;
