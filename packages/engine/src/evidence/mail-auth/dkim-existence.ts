import type { MailAuthEvidence } from './schema.ts';

type Existence = Pick<MailAuthEvidence['dkim'], 'control' | 'domainkey' | 'common'>;

/** Whether a domain has DKIM keys, as far as its name servers tell: keys cannot be listed. */
export type KeysExist = 'none' | 'some' | 'wildcard' | 'unknown';

/** Denied, and not only as the end of an alias. */
const isAbsent = ({ answer, compact }: Existence['control']): boolean =>
  compact || (answer.status === 'nxdomain' && answer.aliases.length === 0);

/**
 * Reads the test for DKIM keys. Where a random name is denied as NXDOMAIN, the name above all keys says whether there is
 * anything below it (RFC 8020); servers that deny no name so (compact denial, RFC 9824) leave it open.
 */
export function keysExist({ control, domainkey, common }: Existence): KeysExist {
  if (control.answer.status === 'answer') return 'wildcard';
  if (!isAbsent(control)) return 'unknown';
  if ([domainkey, ...common].every(isAbsent)) return 'none';
  const { status, aliases } = domainkey.answer;
  return (status === 'nodata' || status === 'answer') && aliases.length === 0 && !domainkey.compact
    ? 'some'
    : 'unknown';
}
