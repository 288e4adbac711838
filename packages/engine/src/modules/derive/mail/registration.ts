import type { Confidence } from '@perimeter/contract/finding';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import {
  failWhere,
  type Fault,
  inconclusive,
  informWhere,
  type Lines,
  type ObservationDraft,
  proof,
  type Unplaced,
  type Verdict,
} from '../../../catalogue/outcome.ts';
import type { MailAuthEvidence } from '../../../evidence/mail-auth/schema.ts';
import { isFree, type Registration } from '../../../evidence/registration.ts';
import type { MailFacts } from './facts.ts';

/** How sure each proof makes: the registry itself, the name servers of the zone above, one resolver. */
export const registrationConfidence: Readonly<Record<Registration['proof'], Confidence>> = {
  registry: 'confirmed',
  'name-servers': 'firm',
  resolver: 'potential',
};

/** True for a host of a domain that seems to be unregistered. */
export const isUnregistered = ({ references }: MailAuthEvidence, host: string): boolean =>
  references.some(({ registration }) => isFree(registration) && isAtOrBelow(host.toLowerCase(), registration.domain));

/** Codes that servers of the zone above answer with, as dig writes them. */
const rcodeWords: ReadonlyMap<number, string> = new Map([
  [0, 'NOERROR'],
  [3, 'NXDOMAIN'],
]);

/** What resolver, zone above and registry answered about a domain that does not resolve. */
export function registrationLines({ domain, answers }: Registration): Lines {
  const missing = `; ${domain}. NS: NXDOMAIN`;
  if (answers === undefined) return missing;
  const { denial, parent, registry } = answers;
  return [
    missing,
    denial === null ? null : `${missing}, by a signed proof (${denial.kind}) of the zone ${denial.zone}`,
    parent.map(
      ({ server, address, rcode }) =>
        `; ${domain}. NS: ${rcodeWords.get(rcode) ?? `RCODE ${rcode}`} from ${server} (${address}), a name server of the zone above`,
    ),
    registry === null ? null : `GET ${registry.url}: ${registry.status}`,
  ];
}

const heldText = (name: string, domain: string): string =>
  `${name} does not resolve, but the registry lists ${domain}: it may be on hold or expired. Expected: remove the reference before somebody else can register the domain.`;

/** Something that refers to a domain of others. */
interface Referring {
  registration: Registration;
}

/** What is said of a reference to a domain without an owner, or to one that is registered and not delegated. */
interface OwnerDrafts<T> {
  free: (used: T) => Fault;
  held: (used: T) => Unplaced<ObservationDraft>;
}

/** A draft that quotes what was answered about the domain, in front of the commands that show it. */
function withAnswers<D extends Pick<ObservationDraft, 'evidence'>>({ registration }: Referring, draft: D): D {
  const lines = proof(draft.evidence).split('\n');
  const at = lines.findIndex((line) => line.startsWith('Reproduce: '));
  const end = at === -1 ? lines.length : at;
  return { ...draft, evidence: [lines.slice(0, end), registrationLines(registration), lines.slice(end)] };
}

/** The one rule by which references are judged: one finding for each domain that nobody has registered; null where none is in doubt. */
export function judgeOwners<T extends Referring>(used: readonly T[], { free, held }: OwnerDrafts<T>): Verdict | null {
  const unregistered = used.filter(({ registration }) => isFree(registration));
  if (unregistered.length > 0)
    return failWhere(unregistered, '', (one) => ({
      confidence: registrationConfidence[one.registration.proof],
      ...withAnswers(one, free(one)),
    }));
  const onHold = used.filter(({ registration: { status, proof } }) => status === 'registered' && proof === 'registry');
  if (onHold.length > 0) return informWhere(onHold, '', (one) => withAnswers(one, held(one)));
  const open = used.find(({ registration }) => registration.status === 'unknown');
  return open === undefined
    ? null
    : inconclusive(`Whether ${open.registration.domain} is registered could not be determined`);
}

/** As judgeOwners, where both are said of the same thing in other words; about: all but the words. */
export const describeOwners = <T extends Referring>(
  used: readonly T[],
  about: (one: T) => Omit<Unplaced<ObservationDraft>, 'description'>,
  { free, held }: Record<'free' | 'held', (one: T) => string>,
): Verdict | null =>
  judgeOwners(used, {
    free: (one) => ({ ...about(one), description: free(one) }),
    held: (one) => ({ ...about(one), description: held(one) }),
  });

/** One finding for each unregistered domain that records of a kind refer to; null where no registration is in doubt. */
export function judgeRegistration(
  { mail }: MailFacts,
  kind: 'spf' | 'dkim' | 'report',
  draft: (domain: string, name: string) => Fault,
): Verdict | null {
  const used = mail.references.flatMap(({ registration, usedBy }) => {
    const use = usedBy.find((one) => one.kind === kind);
    return use === undefined ? [] : [{ registration, name: use.name }];
  });
  return judgeOwners(used, {
    free: ({ registration, name }) => draft(registration.domain, name),
    held: ({ registration: { domain }, name }) => {
      const { subject = domain, evidence } = draft(domain, name);
      return { subject, evidence, description: heldText(name, domain) };
    },
  });
}
