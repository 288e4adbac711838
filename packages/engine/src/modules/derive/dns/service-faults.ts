import { readServiceMode, type ServiceMode } from '@perimeter/protocols/dns/services/record';
import { listed } from '../words/text.ts';

/** An HTTPS record as it was read. */
export interface ReadService {
  owner: string;
  data: string;
  read: ServiceMode;
}

/** Reads one record. */
export const readService = (owner: string, data: string): ReadService => ({ owner, data, read: readServiceMode(data) });

/** What the record itself gets wrong, as the rest of a sentence; null: nothing. */
export function ownFault({ read }: ReadService): string | null {
  // One malformed record costs the whole set (RFC 9460 section 2.2).
  if (read.mode === 'malformed')
    return `is malformed (${read.problem}): clients drop all HTTPS records of the name and connect without them (RFC 9460 section 2.2). Expected: a record by the grammar.`;
  if (read.mode === 'alias') return null;
  const { alpn, noDefaultAlpn, mandatory } = read.record;
  if (noDefaultAlpn && alpn.length === 0)
    return 'has no-default-alpn without alpn, so it offers no protocol and is not self-consistent (RFC 9460 section 7.1.1). Expected: alpn beside it, or no no-default-alpn.';
  const unknown = mandatory.filter((key) => /^key\d+$/.test(key));
  return unknown.length === 0
    ? null
    : `makes ${listed(unknown)} mandatory, which has no meaning to browsers, so they ignore the record (RFC 9460 section 8). Expected: mandatory with keys that clients know, or none.`;
}

/** Whether the records of one name are in both modes: clients ignore those in ServiceMode then (RFC 9460 section 2.4.1). */
export const isMixed = (set: readonly ReadService[]): boolean =>
  set.some(({ read }) => read.mode === 'alias') && set.some(({ read }) => read.mode === 'service');

/** Whether the record says that there is no service (RFC 9460 section 2.5.1). */
export const saysNone = ({ read }: ReadService): boolean => read.mode === 'alias' && read.target === '.';
