import { isInDomain } from '@perimeter/protocols/domain/below';
import type { DnsAnswer } from '../../../evidence/dns/schema.ts';
import type { Resolver } from '../../../net/resolver/resolver.ts';

/**
 * Records of a test, each `owner TYPE data`; `a|b` alternates between names. The servers of an owner with type SERVFAIL
 * do not answer.
 */
export type TestRecords = readonly string[];

interface Found {
  type: string;
  data: string;
}

const maxAliases = 8;

/**
 * Answers like a resolver from these records only: aliases, wildcards (RFC 4592) and DNAME (RFC 6672). compact: a zone
 * whose servers use compact denial (RFC 9824).
 */
export function zoneResolver(lines: TestRecords, compact?: string): Resolver {
  const records = lines.map((line) => {
    const [owner = '', type = '', ...rest] = line.split(' ');
    return { owner, type, data: rest.join(' ') };
  });
  const turns = new Map<string, string[]>();
  const inTurn = (owner: string, name: string, data: string): string => {
    const names = turns.get(owner) ?? [];
    if (!names.includes(name)) turns.set(owner, [...names, name]);
    const parts = data.split('|');
    return parts[(turns.get(owner) ?? []).indexOf(name) % parts.length] ?? '';
  };
  const stands = (name: string): boolean => records.some(({ owner }) => isInDomain(owner, name));
  const above = (name: string): string[] =>
    name.split('.').flatMap((_, at, all) => (at === 0 ? [] : [all.slice(at).join('.')]));
  const at = (owner: string, name: string): Found[] =>
    records.filter((one) => one.owner === owner).map(({ type, data }) => ({ type, data: inTurn(owner, name, data) }));

  /** The records of a name; null: it does not exist. */
  const recordsOf = (name: string): Found[] | null => {
    for (const zone of above(name)) {
      const [tree] = at(zone, name).filter(({ type }) => type === 'DNAME');
      if (tree !== undefined) return [{ type: 'CNAME', data: name.slice(0, -zone.length) + tree.data }];
    }
    if (stands(name)) return at(name, name);
    const encloser = above(name).find(stands);
    const made = encloser === undefined ? [] : at(`*.${encloser}`, name);
    return made.length > 0 ? made : null;
  };

  const answerTo = (name: string, type: string): Pick<DnsAnswer, 'status' | 'cnames' | 'records'> => {
    const cnames: string[] = [];
    for (let end = name; cnames.length < maxAliases;) {
      const own = recordsOf(end);
      if (own === null)
        return {
          status: compact !== undefined && end.endsWith(`.${compact}`) ? 'nodata' : 'nxdomain',
          cnames,
          records: [],
        };
      if (own.some((one) => one.type === 'SERVFAIL')) return { status: 'servfail', cnames, records: [] };
      const alias = own.find((one) => one.type === 'CNAME');
      if (alias === undefined) {
        const found = own.filter((one) => one.type === type).map(({ data }) => ({ name: end, type, ttl: 60, data }));
        return { status: found.length > 0 ? 'answer' : 'nodata', cnames, records: found };
      }
      cnames.push(alias.data);
      end = alias.data;
    }
    return { status: 'servfail', cnames, records: [] };
  };
  return {
    servers: [],
    query: async (name, type) => ({
      name,
      type,
      authenticated: false,
      transport: 'udp',
      extendedErrors: [],
      ...answerTo(name.toLowerCase(), type),
    }),
    exchange: async () => {
      throw new Error('No message is needed');
    },
  };
}
