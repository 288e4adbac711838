import { isInDomain } from '@perimeter/protocols/domain/below';
import { domainToRegister } from '@perimeter/protocols/domain/registration';
import type { PageReference } from '../../../evidence/page/schema.ts';
import { maxUses, type PageUse, usesIn } from '../../../evidence/page/uses.ts';
import { failWhere, type Fault, pass, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import { judgeOwners } from '../../derive/mail/registration.ts';
import { pageProof, referenceProof } from '../derive/proof.ts';
import { byHost, hostOf } from '../derive/sites.ts';
import { stopsCode } from '../derive/stopped.ts';
import { compromisedDomains } from './compromised.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { type PageContent, readContent } from '../../derive/subjects/page.ts';
import { counted, listed } from '../../../evidence/words/text.ts';

type Use = PageUse;

/** Uses of a domain of one of these kinds. */
const usesOf = ({ usedBy }: PageReference, kinds: readonly Use['kind'][]): Use[] =>
  usedBy.filter(({ kind }) => kinds.includes(kind));

const hostsIn = (uses: readonly Use[]): string[] => [...new Set(uses.map(({ host }) => host))];

/** What a domain's owner could do, with a vector where it is less severe than the check's. */
type Effect = Pick<Fault, 'description' | 'cvss'>;

/** A foreign domain of the page whose registration was not looked up: there were too many, or an earlier audit did not cover this use. */
function unaskedDomain({ facts, page, target }: PageContent, kinds: readonly Use['kind'][]): string | undefined {
  const isAsked = (domain: string, { kind }: Use): boolean =>
    page.references?.some(
      ({ registration, usedBy }) =>
        registration.domain === domain && (usedBy.length >= maxUses || usedBy.some((one) => one.kind === kind)),
    ) === true;
  const links = facts.links.map(({ host }): Use => ({ kind: 'link', host }));
  return (
    [...usesIn(facts), ...links]
      .filter(({ kind }) => kinds.includes(kind))
      .map((use) => ({ use, domain: domainToRegister(use.host) }))
      .find(({ use, domain }) => domain !== null && domain !== target.registrableDomain && !isAsked(domain, use))
      ?.domain ?? undefined
  );
}

/** One finding for each unregistered domain; a domain on hold is an observation. */
function judgeReferences(
  page: PageContent,
  kinds: readonly Use['kind'][],
  effectOf: (uses: readonly Use[]) => Effect,
): Verdict {
  const { references } = page.page;
  if (references === undefined) return openBy('registrations-unasked');
  const unasked = unaskedDomain(page, kinds);
  const used = references.filter((one) => usesOf(one, kinds).length > 0);
  const draft = (reference: PageReference, says: string): Fault => {
    const uses = usesOf(reference, kinds);
    return {
      subject: reference.registration.domain,
      description: `${reference.registration.domain} ${says} Used: ${listed(hostsIn(uses))}.`,
      evidence: pageProof(
        page,
        uses.map(({ kind, host }) => `${kind} of ${host}`),
        uses[0]?.host ?? reference.registration.domain,
        reference.registration.domain,
      ),
    };
  };
  return (
    judgeOwners(used, {
      free: (one) => {
        const { description, ...weight } = effectOf(usesOf(one, kinds));
        return { ...draft(one, `is not registered. ${description}`), ...weight };
      },
      held: (one) => draft(one, 'does not resolve, but its registry lists it: it may be on hold or expired.'),
    }) ??
    (unasked === undefined
      ? pass('The page refers to no domain of others that anybody can register')
      : openBy('registration-unasked', { domain: unasked }))
  );
}

const codeKinds: readonly Use['kind'][] = ['script', 'style', 'frame'];

/** What a host receives from a page: control by code weighs most, then visitors, then their data. */
function effectOfUses(page: PageContent, uses: readonly Use[]): Effect {
  const isStopped = stopsCode(page);
  const isGuarded = ({ kind, host }: Use): boolean => {
    const loads = page.facts.resources.filter((one) => one.kind === kind && hostOf(one) === host);
    return loads.length > 0 && loads.every(isStopped);
  };
  if (uses.some((one) => codeKinds.includes(one.kind) && !isGuarded(one)))
    return { description: 'Anyone who registers it can serve code to every visitor of the page.' };
  if (uses.some(({ kind }) => kind === 'refresh'))
    return { description: 'The page leads every visitor there: to anyone who registers it.' };
  const forms = uses.filter(({ kind }) => kind === 'form').map(({ host }) => host);
  const sendsPassword = page.facts.forms.some(
    ({ password, action, overrides = [] }) =>
      password && [action, ...overrides].some((url) => forms.includes(hostOf({ url }) ?? '')),
  );
  if (sendsPassword) return { description: 'Anyone who registers it receives the passwords that visitors enter.' };
  return forms.length > 0
    ? { description: 'Anyone who registers it receives what visitors send.', cvss: 'authenticForgery' }
    : {
        description:
          'Attributes for integrity, a sandbox, a policy or the choice of an alternative style sheet keep code of others from running in the page.',
        cvss: 'browserHardening',
      };
}

export const pageThirdpartyDead = checkOf(readContent, {
  id: 'page-thirdparty-dead',
  title: 'Domains of loaded code, forms and redirects are registered',
  finding: 'Code, form or redirect of an unregistered domain',
  weakness: { cvss: 'nameTakeover', cwe: [829, 350] },
  judge: (page) => judgeReferences(page, [...codeKinds, 'form', 'refresh'], (uses) => effectOfUses(page, uses)),
});

export const pageLinkDead = checkOf(readContent, {
  id: 'page-link-dead',
  title: 'Domains that the page links to are registered',
  finding: 'Link to an unregistered domain',
  weakness: { cvss: 'spoofingMargin', cwe: [610] },
  mode: 'deep',
  judge: (page) =>
    judgeReferences(page, ['link'], () => ({
      description: 'Anyone who registers it can show visitors anything under this link.',
    })),
});

export const pageThirdpartyCompromised = checkOf(readContent, {
  id: 'page-thirdparty-compromised',
  title: 'No scripts of domains that have served malicious code',
  finding: 'Script of a domain that has served malicious code',
  weakness: { cvss: 'authenticForgery', cwe: [506, 829] },
  judge: (page) => {
    const active = page.facts.resources.filter(
      (one) => ['script', 'frame', 'style'].includes(one.kind) && hostOf(one) !== null,
    );
    return failWhere(
      byHost(active),
      'No script, style or frame of a domain that is known to have served malicious code',
      ([host, resources]) => {
        const row = compromisedDomains.find(([domain]) => isInDomain(host, domain));
        return row === undefined
          ? null
          : {
              subject: host,
              confidence: 'firm',
              description: `The page loads ${counted(resources.length, 'file')} from ${host} (${row[0]}: ${row[1]}). Expected: remove them.`,
              evidence: referenceProof(page, resources),
            };
      },
    );
  },
});
