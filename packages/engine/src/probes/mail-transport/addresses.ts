import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import { failureIn, hasFailed } from '../../evidence/mail-auth/read-answer.ts';
import type { MailAddress, MailHost } from '../../evidence/mail-transport/host.ts';
import { refusedBy } from '../../evidence/refused-address.ts';
import { indeterminate, type JudgedSecurity, weakest } from '../../net/dnssec/validator/security.ts';
import { canonicalAddress } from '../../net/guard/guard.ts';
import { askBelieved, type Belief } from '../belief.ts';
import type { ProbeContext } from '../probe.ts';

/** Most addresses of one family in evidence. */
const mostOfFamily = 8;

/** An MX host before its visit. */
export type LocatedHost = Omit<MailHost, 'addresses' | 'tlsa'> & {
  addresses: (Omit<MailAddress, 'session'> & { visited: boolean })[];
};

const isLiteral = (name: string): boolean => canonicalAddress(name.replaceAll(/^\[(?:IPv6:)?|\]$/gi, '')) !== null;

function statusOf(answers: readonly DnsAnswer[], count: number): MailHost['status'] {
  if (count > 0) return 'exists';
  if (answers.some(({ status }) => hasFailed(status))) return 'failed';
  return answers.some(({ status }) => status === 'nxdomain') ? 'nxdomain' : 'no-address';
}

/** Senders use the family with addresses, however the other's absence is proved. */
function securityOf(families: readonly Belief[]): JudgedSecurity {
  const addressed = families.filter(({ answer }) => answer.records.some(({ type }) => type === answer.type));
  const [first, ...others] = (addressed.length > 0 ? addressed : families).map(({ effective }) => effective);
  return first === undefined ? indeterminate('no-answer') : weakest(first, ...others);
}

/** Looks up a mail host; the first allowed addresses of each family are visited. */
export async function locate(
  context: ProbeContext,
  { name, preference }: { name: string; preference: number },
  mostVisited: number,
): Promise<LocatedHost> {
  const { validator, guard } = context;
  if (isLiteral(name)) {
    const unsigned = { security: 'insecure', reason: 'no-ds' } as const;
    return { name, preference, status: 'literal', ...unsigned, aliases: [], addresses: [] };
  }
  const families = await Promise.all(['A', 'AAAA'].map(async (type) => askBelieved(context, name, type)));
  const answers = families.map(({ answer }) => answer);
  const addresses = answers.flatMap(({ records, type }) => {
    const family = type === 'AAAA' ? 6 : 4;
    const found = records.filter((record) => record.type === type).slice(0, mostOfFamily);
    let visited = 0;
    return found.flatMap(({ data }) => {
      const address = canonicalAddress(data);
      if (address === null) return [];
      const verdict = guard.check(address);
      if (verdict.allowed) visited += 1;
      const isVisited = verdict.allowed && visited <= mostVisited;
      return [{ address, family, allowed: verdict.allowed, ...refusedBy(verdict), visited: isVisited } as const];
    });
  });
  const { security, reason } = securityOf(families);
  const aliases = answers.find(({ cnames }) => cnames.length > 0)?.cnames ?? [];
  const isAliasOfUnsigned = aliases.length > 0 && security === 'insecure';
  const alias = isAliasOfUnsigned
    ? { aliasSecurity: (await validator.validate(name, 'CNAME')).effective.security }
    : {};
  const status = statusOf(answers, addresses.length);
  const failed = answers.find((answer) => hasFailed(answer.status));
  return {
    name,
    preference,
    status,
    security,
    reason,
    aliases,
    ...alias,
    addresses,
    ...(status === 'failed' && failed !== undefined ? failureIn(failed) : {}),
  };
}
