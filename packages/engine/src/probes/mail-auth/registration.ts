import type { SpfNode } from '@perimeter/protocols/spf/survey-tree';
import type { MailAuthEvidence } from '../../evidence/mail-auth/schema.ts';
import type { TextAnswer } from '../../evidence/mail-auth/text-answer.ts';
import { askOwners, domainsOfOthers } from '../owners.ts';
import type { ProbeContext } from '../probe.ts';

type Reference = MailAuthEvidence['references'][number];
type Use = Reference['usedBy'][number];

/** Names in an SPF tree without records: only these may be unregistered. */
function emptyNames({ terms }: SpfNode): string[] {
  return terms.flatMap(({ ignored, target, counts, child }) => {
    if (ignored) return [];
    const isEmpty = target !== null && (counts.voids4 > 0 || counts.voids6 > 0 || child?.problem?.kind === 'no-record');
    return [...(isEmpty ? [target] : []), ...(child === null ? [] : emptyNames(child))];
  });
}

/** Report hosts that accept no mail. */
const deafHosts = (destinations: MailAuthEvidence['destinations']): string[] =>
  destinations.flatMap(({ host, route }) => (route?.status === 'nxdomain' ? [host] : []));

/** Alias targets that do not exist. */
const danglingNames = ({ selectors }: MailAuthEvidence['dkim']): string[] =>
  selectors.flatMap(({ answer }) => (answer.status === 'nxdomain' ? answer.aliases.slice(-1) : []));

/** Targets of aliases in place of a record of policy or reports: who registers their domain writes the record. */
const lostRecords = (answers: readonly TextAnswer[]): string[] =>
  answers.flatMap(({ status, aliases }) => (status === 'nxdomain' ? aliases.slice(-1) : []));

/** The name at the end of the aliases of a name without records; the resolver has most of these answers. */
async function endOf({ resolver, signal }: ProbeContext, name: string): Promise<string> {
  const { status, cnames } = await resolver.query(name, 'TXT', { signal });
  return (status === 'nxdomain' ? cnames.at(-1) : undefined) ?? name;
}

/** The foreign domains in records that may be unregistered, each once. */
export async function findReferences(
  context: ProbeContext,
  {
    spf,
    dkim,
    destinations,
    dmarc,
    tlsRpt,
  }: Pick<MailAuthEvidence, 'spf' | 'dkim' | 'destinations' | 'dmarc' | 'tlsRpt'>,
): Promise<Reference[]> {
  const senders = await Promise.all(emptyNames(spf.tree).map(async (name) => endOf(context, name)));
  const policies = lostRecords([...dmarc.walk.map(({ answer }) => answer), tlsRpt]);
  const doubtful: Use[] = [
    ...senders.map((name) => ({ kind: 'spf', name }) as const),
    ...danglingNames(dkim).map((name) => ({ kind: 'dkim', name }) as const),
    ...[...deafHosts(destinations), ...policies].map((name) => ({ kind: 'report', name }) as const),
  ];
  return askOwners(
    context,
    domainsOfOthers(context, doubtful, ({ name }) => name),
  );
}
