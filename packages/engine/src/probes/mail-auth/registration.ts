import { registeredDomainOf } from '@perimeter/protocols/domain/name';
import type { SpfNode } from '@perimeter/protocols/spf/survey-tree';
import type { MailAuthEvidence } from '../../evidence/mail-auth/schema.ts';
import type { Registration } from '../../evidence/registration.ts';

/** Says whether a registrable domain has an owner. */
export type RegistrationLookup = (domain: string) => Promise<Registration>;

type Reference = MailAuthEvidence['references'][number];
type Use = Reference['usedBy'][number];

/** Names of an SPF tree that brought no record: only these can be somebody's to register. */
function emptyNames({ terms }: SpfNode): string[] {
  return terms.flatMap(({ ignored, target, counts, child }) => {
    if (ignored) return [];
    const isEmpty = target !== null && (counts.voids4 > 0 || counts.voids6 > 0 || child?.problem?.kind === 'no-record');
    return [...(isEmpty ? [target] : []), ...(child === null ? [] : emptyNames(child))];
  });
}

/** Reporting hosts that take no mail. */
const deafHosts = (destinations: MailAuthEvidence['destinations']): string[] =>
  destinations.flatMap(({ host, route }) => (route?.status === 'nxdomain' ? [host] : []));

/** Targets of aliases that do not exist. */
const danglingNames = ({ selectors }: MailAuthEvidence['dkim']): string[] =>
  selectors.flatMap(({ answer }) => (answer.status === 'nxdomain' ? answer.aliases.slice(-1) : []));

/** The domains of others, each once, that records refer to and that may be unregistered. */
export async function findReferences(
  lookup: RegistrationLookup,
  own: string,
  { spf, dkim, destinations }: Pick<MailAuthEvidence, 'spf' | 'dkim' | 'destinations'>,
): Promise<Reference[]> {
  const doubtful: Use[] = [
    ...emptyNames(spf.tree).map((name) => ({ kind: 'spf', name }) as const),
    ...danglingNames(dkim).map((name) => ({ kind: 'dkim', name }) as const),
    ...deafHosts(destinations).map((name) => ({ kind: 'report', name }) as const),
  ];
  const uses = new Map<string, Use[]>();
  for (const use of doubtful) {
    const domain = registeredDomainOf(use.name.toLowerCase());
    if (domain === null || domain === own) continue;
    const known = uses.get(domain) ?? [];
    if (!known.some(({ kind, name }) => kind === use.kind && name === use.name)) known.push(use);
    uses.set(domain, known);
  }
  return Promise.all([...uses].map(async ([domain, usedBy]) => ({ registration: await lookup(domain), usedBy })));
}
