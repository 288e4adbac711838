import type { Confidence } from '@perimeter/contract/finding';
import { isAtOrBelow } from '@perimeter/protocols/dns/name';
import {
  failWhere,
  type Fault,
  informWhere,
  type Lines,
  type ObservationDraft,
  proof,
  type Unplaced,
  type Verdict,
  openBy,
} from '../../../catalogue/outcome.ts';
import type { MailAuthEvidence } from '../../../evidence/mail-auth/schema.ts';
import { isFree, type Registration } from '../../../evidence/registration.ts';
import type { MailFacts } from './facts.ts';

/** Confidence by proof: the registry, the name servers of the parent zone, one resolver. */
export const registrationConfidence: Readonly<Record<Registration['proof'], Confidence>> = {
  registry: 'confirmed',
  'name-servers': 'firm',
  resolver: 'potential',
};

/** True for a host of a domain that seems to be unregistered. */
export const isUnregistered = ({ references }: MailAuthEvidence, host: string): boolean =>
  references.some(({ registration }) => isFree(registration) && isAtOrBelow(host.toLowerCase(), registration.domain));

/** Response codes of the parent zone's servers, as dig prints them. */
const rcodeWords: ReadonlyMap<number, string> = new Map([
  [0, 'NOERROR'],
  [3, 'NXDOMAIN'],
]);

/** Answers of resolver, parent zone and registry about a domain that does not resolve. */
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

/** A record that refers to a foreign domain. */
interface Referring {
  registration: Registration;
}

/** Drafts for a reference to an unregistered domain, and to one that is registered but not delegated. */
interface OwnerDrafts<T> {
  free: (used: T) => Fault;
  held: (used: T) => Unplaced<ObservationDraft>;
}

/** A draft with the answers about the domain before its commands. */
function withAnswers<D extends Pick<ObservationDraft, 'evidence'>>({ registration }: Referring, draft: D): D {
  const lines = proof(draft.evidence).split('\n');
  const at = lines.findIndex((line) => line.startsWith('Reproduce: '));
  const end = at === -1 ? lines.length : at;
  return { ...draft, evidence: [lines.slice(0, end), registrationLines(registration), lines.slice(end)] };
}

/** The one rule for references: one finding for each unregistered domain; null where none is in doubt. */
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
  return open === undefined ? null : openBy('registration-undetermined', { domain: open.registration.domain });
}

/** As judgeOwners, for drafts that differ only in their descriptions; about: the common members. */
export const describeOwners = <T extends Referring>(
  used: readonly T[],
  about: (one: T) => Omit<Unplaced<ObservationDraft>, 'description'>,
  { free, held }: Record<'free' | 'held', (one: T) => string>,
): Verdict | null =>
  judgeOwners(used, {
    free: (one) => ({ ...about(one), description: free(one) }),
    held: (one) => ({ ...about(one), description: held(one) }),
  });

/** One finding for each unregistered domain in records of one kind; null where no registration is in doubt. */
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
