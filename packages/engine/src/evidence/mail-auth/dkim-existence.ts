import type { MailAuthEvidence } from './schema.ts';

type Existence = Pick<MailAuthEvidence['dkim'], 'control' | 'domainkey' | 'common' | 'direct'>;

/** Whether a domain has DKIM keys, as far as its name servers tell: keys cannot be listed. */
export type KeysExist = 'none' | 'some' | 'wildcard' | 'unknown';

/** Denied, and not only as the end of an alias. */
const isAbsent = ({ answer, compact }: Existence['control']): boolean =>
  compact || (answer.status === 'nxdomain' && answer.aliases.length === 0);

/** Every server that was asked denies the name above all keys, in one form or the other. */
const isDeniedDirectly = ({ direct = [], common }: Existence): boolean =>
  direct.length > 0 &&
  direct.every(({ domainkey: { plain, dnssec } }) => plain === 'missing' || dnssec === 'missing') &&
  common.every(({ answer }) => answer.status === 'nodata' || answer.status === 'nxdomain');

/** A server has the name above all keys, and denies a random one below it. */
const isSeenDirectly = ({ direct = [] }: Existence): boolean =>
  direct.some(({ domainkey: { plain }, control }) => plain === 'exists' && control === 'missing');

/**
 * Reads the test for DKIM keys. Where a random name is denied as NXDOMAIN, the name above all keys says whether there is
 * anything below it (RFC 8020); servers that deny no name so (compact denial, RFC 9824) leave it open.
 */
export function keysExist(existence: Existence): KeysExist {
  const { control, domainkey, common } = existence;
  if (control.answer.status === 'answer') return 'wildcard';
  if (control.answer.status !== 'failed' && isDeniedDirectly(existence)) return 'none';
  if (isSeenDirectly(existence)) return 'some';
  if (!isAbsent(control)) return 'unknown';
  if ([domainkey, ...common].every(isAbsent)) return 'none';
  const { status, aliases } = domainkey.answer;
  return (status === 'nodata' || status === 'answer') && aliases.length === 0 && !domainkey.compact
    ? 'some'
    : 'unknown';
}
