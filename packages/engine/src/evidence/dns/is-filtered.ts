import type { DnsAnswer } from './schema.ts';

/** Answers of a filtering resolver are not addresses of the domain; a signed answer is not filtered. */
export const isFiltered = ({ records, security }: DnsAnswer): boolean =>
  security !== 'secure' && records.some(({ data }) => data === '0.0.0.0' || data === '::');
