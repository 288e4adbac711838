import { type DmarcDiscovery, readWalk } from '@perimeter/protocols/dmarc/discover';
import { type DmarcPolicies, policiesOf } from '@perimeter/protocols/dmarc/policy';
import type { DmarcPolicy } from '@perimeter/protocols/dmarc/record';
import { registrableDomainOf } from '@perimeter/protocols/domain/name';
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

/** Where receivers of RFC 7489 (section 6.6.3) take the policy: of the domain, else of the domain that the Public Suffix List tells. */
function olderPolicyDomain(walk: DmarcDiscovery['walk'], domain: string): string | null {
  const registrable = registrableDomainOf(domain) ?? domain;
  const named = (name: string) => walk.find((step) => step.domain === name);
  const first = [domain, registrable].map(named).find((step) => (step?.texts?.length ?? 0) > 0);
  return first === undefined || first.kept === null ? null : first.domain;
}

/** Whose record it is, where it is not the domain's own, and what older receivers take in its place. */
function sourceSentences({ policyDomain, walk }: DmarcDiscovery, domain: string): string[] {
  const older = olderPolicyDomain(walk, domain);
  const above = policyDomain === null || policyDomain === domain ? [] : [`The policy is that of ${policyDomain}.`];
  if (older === policyDomain) return above;
  const record = walk.find((step) => step.domain === older)?.kept ?? null;
  const policies = record === null ? null : policiesOf(record, older === domain ? 'own' : 'above');
  const instead = older === null ? 'no policy' : `that of ${older}`;
  return [
    ...above,
    `Receivers of RFC 7489 take ${instead} instead: there, forged mail from ${domain} ${effects[policies?.domain ?? 'none']}.`,
  ];
}

/** What receivers do with mail that fails DMARC, one sentence for each class of names, and why; nothing where that is unknown. */
export function policySentences(discovery: DmarcDiscovery): string[] {
  const { policies, complete, walk } = discovery;
  const domain = walk[0]?.domain ?? '';
  if (!complete) return [];
  const effectsByClass = classes.map(
    ([key, words]) =>
      `Forged mail ${words(domain)} ${effects[policies?.[key] ?? 'none']}${policies === null ? ' (no DMARC policy)' : ''}.`,
  );
  return [...effectsByClass, ...sourceSentences(discovery, domain)];
}
