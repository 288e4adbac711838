import type { Confidence } from '@perimeter/contract/finding';
import { type FindingDraft, failEach, inconclusive, type Unplaced, type Verdict } from '../../../catalogue/outcome.ts';
import type { Registration } from '../../../evidence/mail-auth/schema.ts';
import type { MailFacts } from './facts.ts';

/** How sure each proof makes: the registry itself, the name servers of the zone above, one resolver. */
const confidences: Readonly<Record<Registration['proof'], Confidence>> = {
  registry: 'confirmed',
  'name-servers': 'firm',
  resolver: 'potential',
};

/** One finding for each unregistered domain that records of a kind lean on; null where none is in doubt. */
export function judgeRegistration(
  { mail }: MailFacts,
  kind: 'spf' | 'dkim' | 'report',
  draft: (domain: string, name: string) => Unplaced<FindingDraft>,
): Verdict | null {
  const used = mail.references.flatMap(({ registration, usedBy }) => {
    const use = usedBy.find((one) => one.kind === kind);
    return use === undefined ? [] : [{ registration, name: use.name }];
  });
  const free = used.filter(({ registration }) => registration.status === 'unregistered');
  if (free.length > 0)
    return failEach(
      free.map(({ registration, name }) => ({
        confidence: confidences[registration.proof],
        ...draft(registration.domain, name),
      })),
      '',
    );
  const unknown = used.find(({ registration }) => registration.status === 'unknown');
  return unknown === undefined
    ? null
    : inconclusive(`Whether ${unknown.registration.domain} is registered could not be determined`);
}
