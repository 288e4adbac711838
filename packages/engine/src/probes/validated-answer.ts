import type { DnsAnswer } from '../evidence/dns/schema.ts';
import { hasFailed, textAnswerOf } from '../evidence/mail-auth/read-answer.ts';
import type { TextAnswer } from '../evidence/mail-auth/text-answer.ts';
import { netFailed } from '../evidence/observed.ts';
import type { ProbeContext } from './probe.ts';
import { ownerOf } from './record-owners.data.ts';

/** True where validators reject what the resolver has; below a domain that they take for unsigned nothing is asked for this. */
async function isBogus({ validator, target: { domain } }: ProbeContext, name: string): Promise<boolean> {
  const own = await validator.validate(domain, 'TXT');
  if (own.security !== 'secure' && own.security !== 'bogus') return false;
  return (name === domain ? own : await validator.validate(name, 'TXT')).security === 'bogus';
}

/**
 * A TXT set of the domain itself, as receivers that validate get it: of a bogus one nothing but an error (RFC 4035 section 5.5), so
 * that it is neither there nor absent.
 */
export async function askValidated(context: ProbeContext, name: string): Promise<DnsAnswer> {
  const { resolver, signal } = context;
  const [answer, bogus] = await Promise.all([resolver.query(name, 'TXT', { signal }), isBogus(context, name)]);
  if (!bogus || hasFailed(answer.status)) return answer;
  return { ...answer, status: 'failed', records: [], failure: netFailed('malformed', 'dnssec-bogus') };
}

/** A policy for mail of a domain, so. */
export const askPolicy = async (
  context: ProbeContext,
  kind: 'dmarc' | 'mtaSts' | 'tlsReport' | 'bimi',
  domain: string,
): Promise<TextAnswer> => textAnswerOf(await askValidated(context, ownerOf(kind, domain)));
