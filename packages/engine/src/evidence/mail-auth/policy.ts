import { type DmarcDiscovery, readWalk } from '@perimeter/protocols/dmarc/discover';
import type { DmarcPolicies } from '@perimeter/protocols/dmarc/policy';
import type { DmarcPolicy } from '@perimeter/protocols/dmarc/record';
import type { MailAuthEvidence } from './schema.ts';
import { textsOf } from './text-answer.ts';

/** What DMARC says about the target, read from the answers of the tree walk. */
export function discoveryOf({ dmarc }: Pick<MailAuthEvidence, 'dmarc'>): DmarcDiscovery {
  const [first] = dmarc.walk;
  const answers = dmarc.walk.map(({ domain, answer }) => ({ domain, texts: textsOf(answer) }));
  return readWalk(first?.domain ?? '', answers);
}

const effects: Readonly<Record<DmarcPolicy, string>> = {
  none: 'is delivered as usual',
  quarantine: 'goes to the spam folder',
  reject: 'is rejected',
};

const classes: readonly (readonly [keyof DmarcPolicies, (domain: string) => string])[] = [
  ['domain', (domain) => `from ${domain}`],
  ['subdomains', (domain) => `from existing subdomains of ${domain}`],
  ['missing', (domain) => `from names below ${domain} that do not exist`],
];

/** What receivers do with mail that fails DMARC, one sentence for each class of names; nothing where that is unknown. */
export function policySentences({ policies, complete, walk }: DmarcDiscovery): string[] {
  const domain = walk[0]?.domain ?? '';
  if (policies === null && !complete) return [];
  return classes.map(
    ([key, words]) =>
      `Forged mail ${words(domain)} ${effects[policies?.[key] ?? 'none']}${policies === null ? ' (no DMARC policy)' : ''}.`,
  );
}
