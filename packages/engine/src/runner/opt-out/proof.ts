import { createDialer } from '../../net/dialer.ts';
import { addressFamily, canonicalAddress, createGuard } from '../../net/guard/guard.ts';
import { createAuditHttp } from '../../net/http/client.ts';
import { httpLimits } from '../../net/http/limits.ts';
import { userAgent } from '../../net/http/user-agent.ts';
import { createResolver, type Resolver } from '../../net/resolver/resolver.ts';
import type { NetSettings } from '../../net/settings.ts';

/** The purpose of a claim: an opt-out from audits, or an account's control of a domain. Each has its own label and file. */
export type ClaimPurpose = 'opt-out' | 'control';

/** A domain, or a network in canonical form such as 203.0.113.0/24; default purpose: opt-out. */
export type Claimed =
  | { kind: 'domain'; name: string; purpose?: ClaimPurpose }
  | { kind: 'network'; name: string; purpose?: 'opt-out' };

/** Where an owner publishes a proof. */
export interface ProofPlaces {
  /** The name of a TXT record. */
  record: string;
  /** The URL of a file; null for networks, because a site at an address does not prove ownership of the address. */
  file: string | null;
}

/** The groups of an address from its reverse name, widest first: bytes, or the nibbles of all eight groups. */
function groupsOf(address: string): string[] {
  if (addressFamily(address) === 4) return address.split('.');
  const [head = '', tail] = address.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].flatMap((group) => [...group.padStart(4, '0')]);
}

/**
 * The reverse zone of a network (RFC 1035 section 3.5, RFC 3596 section 2.5). A network within a label boundary uses
 * the enclosing zone, whose owner has the network too.
 */
function reverseName(network: string): string {
  const [written = '', bits = '0'] = network.split('/');
  const address = canonicalAddress(written) ?? written;
  const isIPv4 = addressFamily(address) === 4;
  const labels = groupsOf(address).slice(0, Math.floor(Number(bits) / (isIPv4 ? 8 : 4)));
  return [...labels.toReversed(), isIPv4 ? 'in-addr.arpa' : 'ip6.arpa'].join('.');
}

/** Where the owner of a domain or of a network publishes its token. */
export function proofPlaces({ kind, name, purpose = 'opt-out' }: Claimed): ProofPlaces {
  const label = `_perimeter-${purpose}`;
  return kind === 'domain'
    ? { record: `${label}.${name}`, file: `https://${name}/.well-known/perimeter-${purpose}.txt` }
    : { record: `${label}.${reverseName(name)}`, file: null };
}

/** The character strings of a TXT record in zone-file form, joined. */
const textOf = (data: string): string =>
  [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text).join('') || data;

async function isInDns(resolver: Resolver, record: string, token: string, signal: AbortSignal): Promise<boolean> {
  const { records } = await resolver.query(record, 'TXT', { signal });
  return records.some(({ type, data }) => type === 'TXT' && textOf(data).trim() === token);
}

/** Dependencies for finding a proof. */
export type ProofSettings = Pick<NetSettings, 'resolvers' | 'allowNetworks' | 'dialMap' | 'contactUrl'>;

async function isInFile(
  resolver: Resolver,
  file: string,
  token: string,
  { allowNetworks, dialMap, contactUrl }: ProofSettings,
  signal: AbortSignal,
): Promise<boolean> {
  const guard = createGuard({ allowNetworks });
  const dialer = createDialer({ guard, dialMap, signal });
  const http = createAuditHttp({ dialer, guard, userAgent: userAgent(contactUrl), scanMode: 'standard' });
  const fetch = http.fetchWith({ limits: { ...httpLimits, maxWireBytes: 4_096 }, signal, resolver });
  for (const url of [file, file.replace('https:', 'http:')]) {
    const { exchange } = await fetch(new URL(url));
    const { result } = exchange.facts;
    // Redirects are not followed: another host's content proves nothing.
    if (!result.ok || result.response.status !== 200) continue;
    const lines = new TextDecoder().decode(exchange.content ?? new Uint8Array()).split('\n');
    // One value per line: several accounts may prove the same domain.
    if (lines.some((line) => line.trim() === token)) return true;
  }
  return false;
}

/** Whether the token of a claim is published where only the owner can, in DNS or a file; null where it is not, or not in time. */
export async function findProof(
  claimed: Claimed,
  token: string,
  settings: ProofSettings,
  timeoutMs: number,
): Promise<'dns' | 'file' | null> {
  const { record, file } = proofPlaces(claimed);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]);
  const resolver = createResolver({ servers: settings.resolvers, maxQueries: 16, tryTimeoutsMs: [2_000, 3_000] });
  try {
    const [inDns, inFile] = await Promise.all([
      isInDns(resolver, record, token, signal),
      file === null ? false : isInFile(resolver, file, token, settings, signal),
    ]);
    return inDns ? 'dns' : inFile ? 'file' : null;
  } finally {
    stop.abort();
  }
}
