import type { DnsAnswer } from '../../evidence/dns/schema.ts';
import type { Registration } from '../../evidence/registration.ts';
import { askOwners, domainsOfOthers } from '../owners.ts';
import type { ProbeContext } from '../probe.ts';

/** Registration of foreign domains at the end of dangling aliases: registering one takes over the name. */
export async function registrationsBehind(
  context: ProbeContext,
  answers: readonly DnsAnswer[],
): Promise<{ aliasTargets?: Registration[] }> {
  const ends = answers.flatMap(({ type, status, cnames }) =>
    type === 'A' && status === 'nxdomain' ? (cnames.at(-1) ?? []) : [],
  );
  const domains = domainsOfOthers(context, ends, (end) => end);
  if (domains.length === 0) return {};
  return { aliasTargets: (await askOwners(context, domains)).map(({ registration }) => registration) };
}
