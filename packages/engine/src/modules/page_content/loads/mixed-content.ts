import {
  type DocumentPolicy,
  documentPolicies,
  enforcedPolicies,
} from '@perimeter/protocols/http/csp/document-policies';
import type { PageResource } from '@perimeter/protocols/html/document/facts';
import { type MixedClass, mixedClassOf } from '@perimeter/protocols/html/page-loads/mixed-content';
import { failWhere, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { answersOf, isRedirect } from '../../../evidence/http/answer.ts';
import { referenceProof } from '../derive/proof.ts';
import { byHost } from '../derive/sites.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { type PageContent, readContent } from '../../derive/subjects/page.ts';
import { counted } from '../../../evidence/words/text.ts';

/** The policy that makes browsers upgrade http requests to https (Upgrade Insecure Requests section 3.2). */
export const upgradingPolicy = ({ document, facts }: PageContent): DocumentPolicy | undefined =>
  enforcedPolicies(documentPolicies(document.headers, facts.metaPolicies)).find(({ directives }) =>
    directives.has('upgrade-insecure-requests'),
  );

/** Whether browsers load nothing of a resource, because it would come to a page over HTTPS in the clear. */
export const isMixedAndBlocked = (resource: PageResource, page: PageContent): boolean =>
  mixedClassOf(resource, page.url) === 'blockable' && upgradingPolicy(page) === undefined;

const isWeb = ({ url }: { url: string }): boolean => URL.canParse(url);

function judgeMixed(page: PageContent, wanted: MixedClass, effect: string): Verdict {
  if (page.document.url.protocol !== 'https:') return notApplicable('The document itself is served over HTTP');
  const mixed = page.facts.resources.filter((one) => isWeb(one) && mixedClassOf(one, page.url) === wanted);
  if (mixed.length > 0 && upgradingPolicy(page) !== undefined)
    return pass('upgrade-insecure-requests makes browsers ask for these over HTTPS');
  return failWhere(byHost(mixed), 'The document loads nothing of this kind over HTTP', ([host, resources]) => ({
    subject: host,
    description: `The HTTPS document loads ${counted(resources.length, 'resource')} over HTTP from ${host}. ${effect}`,
    evidence: referenceProof(page, resources),
  }));
}

export const pageMixedActive = checkOf(readContent, {
  id: 'page-mixed-active',
  title: 'No scripts, frames or styles are loaded over HTTP',
  finding: 'Active mixed content: HTTPS page loads scripts, frames or styles over HTTP',
  weakness: { cvss: 'contentInjection', cwe: [311, 829] },
  judge: (page) =>
    judgeMixed(page, 'blockable', 'Browsers block these, so the page is incomplete. Expected: https addresses.'),
});

export const pageMixedPassive = checkOf(readContent, {
  id: 'page-mixed-passive',
  title: 'No images, audio or video are loaded over HTTP',
  finding: 'Passive mixed content: HTTPS page loads images or media over HTTP',
  weakness: { cvss: 'onPathPartial', cwe: [311] },
  judge: (page) =>
    judgeMixed(
      page,
      'upgradable',
      'Current browsers ask for these over HTTPS instead; older ones load them in the clear. Expected: https addresses.',
    ),
});

/** True where the site also serves a document over http, where URLs without a scheme are http URLs. */
function isReachableOverHttp({ http, document }: PageContent): boolean {
  const answers = answersOf(http);
  return http.chains.some(({ start, hops, ended }) => {
    const last = answers.get(hops.at(-1) ?? '');
    const isDocument = ended === 'final' && last !== undefined && last.wall === null && !isRedirect(last);
    return (
      start.startsWith('http-') &&
      isDocument &&
      last.url.protocol === 'http:' &&
      last.url.hostname === document.url.hostname
    );
  });
}

export const pageProtocolRelative = checkOf(readContent, {
  id: 'page-protocol-relative',
  title: 'No scripts, styles or frames have addresses without a scheme',
  finding: 'Addresses without a scheme load scripts, styles or frames over HTTP',
  weakness: { cvss: 'onPathPartial', cwe: [311] },
  judge: (page) => {
    const active = page.facts.resources.filter(
      ({ kind, written }) => written === 'protocol-relative' && ['script', 'style', 'frame'].includes(kind),
    );
    if (active.length > 0 && !isReachableOverHttp(page))
      return pass('There are addresses without a scheme, but the document is shown over HTTPS only');
    return failWhere(byHost(active), 'Every address has a scheme or belongs to the site', ([host, resources]) => ({
      subject: host,
      description: `The document is shown over HTTP too, and there it loads ${counted(resources.length, 'resource')} over HTTP from ${host}. Expected: addresses that begin with https://, and a redirect to HTTPS.`,
      evidence: referenceProof(page, resources),
    }));
  },
});
