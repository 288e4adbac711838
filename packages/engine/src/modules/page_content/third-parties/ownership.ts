import { guardOf } from '@perimeter/protocols/html/page-loads/guarded';
import type { PageReference } from '../../../evidence/page/schema.ts';
import { failWhere, inconclusive, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { judgeOwners } from '../../derive/mail/registration.ts';
import { counted, listed } from '../../derive/words/text.ts';
import { pageCheck, type ReadPage } from '../derive/page-check.ts';
import { pageProof, referenceProof } from '../derive/proof.ts';
import { byHost, hostOf } from '../derive/sites.ts';
import { compromisedDomains } from './compromised.data.ts';

type Use = PageReference['usedBy'][number];

/** Uses of a domain of one of these kinds. */
const usesOf = ({ usedBy }: PageReference, kinds: readonly Use['kind'][]): Use[] =>
  usedBy.filter(({ kind }) => kinds.includes(kind));

const hostsIn = (uses: readonly Use[]): string[] => [...new Set(uses.map(({ host }) => host))];

/** One finding for each domain that nobody has registered; a domain on hold is told of. */
function judgeReferences(page: ReadPage, kinds: readonly Use['kind'][], effect: string): Verdict {
  const { references } = page.page;
  // Browsers run no other file than that of the hash.
  const isGuarded = ({ kind, host }: Use): boolean => {
    const loads = page.facts.resources.filter((one) => one.kind === kind && hostOf(one) === host);
    return loads.length > 0 && loads.every((one) => guardOf(one, page.url).state === 'guarded');
  };
  if (references === undefined) return inconclusive('The registrations of other domains were not looked up');
  const used = references.filter((one) => usesOf(one, kinds).length > 0);
  const about = (reference: PageReference) => {
    const uses = usesOf(reference, kinds);
    return {
      subject: reference.registration.domain,
      evidence: pageProof(
        page,
        uses.map(({ kind, host }) => `${kind} of ${host}`),
        uses[0]?.host ?? reference.registration.domain,
      ),
    };
  };
  const hosts = (reference: PageReference): string => listed(hostsIn(usesOf(reference, kinds)));
  return (
    judgeOwners(used, {
      free: (one) => {
        const guarded = usesOf(one, kinds).every(isGuarded);
        const means = guarded
          ? 'Integrity attributes keep its files from being replaced, and they do not load.'
          : effect;
        return {
          ...about(one),
          description: `${one.registration.domain} is not registered. ${means} Used: ${hosts(one)}.`,
          ...(guarded ? { cvss: 'browserHardening' } : {}),
        };
      },
      held: (one) => ({
        ...about(one),
        description: `${one.registration.domain} does not resolve, but its registry lists it: it may be on hold or expired. Used: ${hosts(one)}.`,
      }),
    }) ?? pass('The page refers to no domain of others that anybody can register')
  );
}

export const pageThirdpartyDead = pageCheck({
  id: 'page-thirdparty-dead',
  title: 'Domains of loaded scripts, styles and frames are registered',
  finding: 'Script, style or frame from an unregistered domain',
  weakness: { cvss: 'nameTakeover', cwe: [829, 350] },
  judge: (page) =>
    judgeReferences(
      page,
      ['script', 'style', 'frame'],
      'Anyone who registers it can serve code to every visitor of the page.',
    ),
});

export const pageLinkDead = pageCheck({
  id: 'page-link-dead',
  title: 'Domains that the page links to are registered',
  finding: 'Link to an unregistered domain',
  weakness: { cvss: 'spoofingMargin', cwe: [610] },
  mode: 'deep',
  judge: (page) =>
    judgeReferences(page, ['link'], 'Anyone who registers it can show visitors anything under this link.'),
});

const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

export const pageThirdpartyCompromised = pageCheck({
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
        const row = compromisedDomains.find(([domain]) => isBelow(host, domain));
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
