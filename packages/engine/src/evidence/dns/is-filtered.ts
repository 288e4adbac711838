import type { DnsAnswer } from './schema.ts';

/** Answers of resolvers that filter names are no addresses of the domain; a signature shows that it has them. */
export const isFiltered = ({ records, security }: DnsAnswer): boolean =>
  security !== 'secure' && records.some(({ data }) => data === '0.0.0.0' || data === '::');
