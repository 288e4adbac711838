import { readServiceMode } from '@perimeter/protocols/dns/service-mode';
import type { DnsAnswer } from './schema.ts';

const isNoService = (data: string): boolean => {
  const read = readServiceMode(data);
  return read.mode === 'alias' && read.target === '.';
};

/** Aliases that are followed from one HTTPS record: RFC 9460 section 2.4.2 demands a limit and gives no number; CNAME chains have the same. */
export const mostServiceAliases = 8;

/** The target of an HTTPS record in AliasMode (RFC 9460 section 2.4.2) without its final dot; null for other records and the root. */
export function serviceAliasOf(data: string): string | null {
  const read = readServiceMode(data);
  return read.mode === 'alias' && read.target !== '.' ? read.target.replace(/\.$/, '') : null;
}

/** Why an alias gets clients nowhere, as the rest of a sentence; they then fall back to the addresses of the site (RFC 9460 section 3). */
export const servicePathFaults = {
  loop: 'starts a loop of aliases: clients that follow it get nowhere, and lose time before they fall back to A and AAAA records. Expected: an alias to a name with HTTPS records or addresses (RFC 9460 section 2.4.2).',
  'too-long': `starts a chain of more than ${mostServiceAliases} aliases, which clients stop following: they then fall back to A and AAAA records. Expected: one alias (RFC 9460 section 2.4.2).`,
  'no-service':
    'leads to a name whose record says that there is no service (RFC 9460 section 2.5.1). Clients that follow it do not connect. Expected: an alias to a name with HTTPS records or addresses.',
} as const;

/** Where clients get from an alias: its names in turn, and the answer of the last; undefined: it was not asked for. */
interface ServicePath {
  names: string[];
  end: 'name' | keyof typeof servicePathFaults;
  last: DnsAnswer | undefined;
}

/** Follows the aliases from a name as clients do (RFC 9460 section 3). */
export function followServiceAliases(
  owner: string,
  first: string,
  answerTo: (name: string) => DnsAnswer | undefined,
): ServicePath {
  const names = [owner];
  for (let next: string | null = first; next !== null;) {
    names.push(next);
    if (names.indexOf(next) < names.length - 1) return { names, end: 'loop', last: undefined };
    if (names.length > mostServiceAliases + 1) return { names, end: 'too-long', last: undefined };
    const last = answerTo(next);
    const data = (last?.records ?? []).flatMap((record) => (record.type === 'HTTPS' ? [record.data] : []));
    next = data.map(serviceAliasOf).find((target) => target !== null) ?? null;
    if (next === null) return { names, end: data.some(isNoService) ? 'no-service' : 'name', last };
  }
  return { names, end: 'name', last: undefined };
}
