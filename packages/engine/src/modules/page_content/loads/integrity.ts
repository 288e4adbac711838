import type { PageResource } from '@perimeter/protocols/html/document/facts';
import { type Guard, guardOf } from '@perimeter/protocols/html/page-loads/guarded';
import { matchesIntegrity, parseIntegrity } from '@perimeter/protocols/html/page-loads/integrity';
import { failWhere, informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { referenceProof } from '../derive/proof.ts';
import { byHost, hostOf, isForeign } from '../derive/sites.ts';
import { isMixedAndBlocked } from './mixed-content.ts';
import { problemTexts } from './integrity-problems.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { type PageContent, readContent } from '../../derive/subjects/page.ts';
import { counted, listed } from '../../../evidence/words/text.ts';

interface Guarded {
  resource: PageResource;
  guard: Guard;
}

/** Scripts and styles over http or https, and their integrity protection. */
const guardsOf = ({ facts, url }: PageContent): Guarded[] =>
  facts.resources.flatMap((resource) =>
    (resource.kind === 'script' || resource.kind === 'style') && hostOf(resource) !== null
      ? [{ resource, guard: guardOf(resource, url) }]
      : [],
  );

const resourcesIn = (guards: readonly Guarded[], state: Guard['state']): PageResource[] =>
  guards.flatMap(({ resource, guard }) => (guard.state === state ? [resource] : []));

export const pageSriMissing = checkOf(readContent, {
  id: 'page-sri-missing',
  title: 'Scripts and styles of other sites have integrity hashes (SRI)',
  finding: 'Scripts or styles of other sites without integrity hashes (SRI)',
  weakness: { cvss: 'browserHardening', cwe: [353, 829] },
  judge: (page) => {
    const guards = guardsOf(page);
    // What browsers block cannot change a page: it is a finding of its own as mixed content.
    const missing = byHost(resourcesIn(guards, 'missing').filter((one) => !isMixedAndBlocked(one, page)));
    if (missing.length > 0)
      return failWhere(missing, '', ([host, resources]) => ({
        subject: host,
        description: `${counted(resources.length, 'file')} of ${host} can change without notice. Expected: integrity and crossorigin attributes, or a copy on the own site.`,
        evidence: referenceProof(page, resources),
      }));
    const vendors = [...new Set(guards.flatMap(({ guard }) => (guard.state === 'impossible' ? [guard.vendor] : [])))];
    if (vendors.length === 0)
      return pass('Every script and style of another site has an integrity hash, or there is none');
    return informational({
      description: `Scripts or styles of ${listed(vendors)} change without a new address, so they cannot have integrity hashes.`,
      evidence: referenceProof(page, resourcesIn(guards, 'impossible')),
    });
  },
});

/** The fault of an integrity attribute; null where none is known. */
function faultOf({ resource, guard }: Guarded, { page }: PageContent): string | null {
  if (guard.state === 'void')
    return `${guard.problems.map((one) => problemTexts[one]).join('; ')}: it protects nothing`;
  if (guard.state === 'needs-crossorigin')
    return 'without crossorigin, browsers block a file of another origin that has a hash';
  const integrity = parseIntegrity(resource.integrity ?? '');
  if (integrity.problems.includes('wrong-length')) return problemTexts['wrong-length'];
  const answer = page.scripts.find(({ url }) => url === resource.url)?.answer;
  if (answer?.known !== true || answer.value.truncated || answer.value.status !== 200) return null;
  const isOther = matchesIntegrity(integrity, answer.value.integrity) === false;
  return isOther ? 'the hash is not that of the file, so browsers block it' : null;
}

export const pageSriBroken = checkOf(readContent, {
  id: 'page-sri-broken',
  title: 'Integrity hashes (SRI) are valid',
  finding: 'Invalid integrity hashes (SRI)',
  weakness: { cvss: 'browserHardening', cwe: [353] },
  judge: (page) => {
    const guarded = guardsOf(page).filter(({ resource }) => resource.integrity !== null && resource.integrity !== '');
    if (guarded.length === 0) return notApplicable('No script or style has an integrity attribute');
    const byUrl = [...new Map(guarded.map((one) => [one.resource.url, one])).values()];
    return failWhere(byUrl, 'Every integrity attribute is valid', (one) => {
      const fault = faultOf(one, page);
      if (fault === null) return null;
      return {
        subject: one.resource.url,
        description: `Integrity attribute of ${one.resource.kind} ${hostOf(one.resource)}: ${fault}.`,
        evidence: referenceProof(page, [one.resource]),
      };
    });
  },
});

export const pageIntegrityPolicy = checkOf(readContent, {
  id: 'page-integrity-policy',
  title: 'Integrity-Policy is sent where scripts of other sites are loaded',
  finding: 'No Integrity-Policy header',
  judge: (page) => {
    const scripts = guardsOf(page).filter(({ resource }) => resource.kind === 'script' && isForeign(resource, page));
    if (scripts.length === 0) return notApplicable('The document loads no script of another site');
    const isSent = page.document.headers.some(([name]) => /^integrity-policy(?:-report-only)?$/i.test(name));
    if (isSent) return pass('Integrity-Policy is sent');
    return informational({
      description: `The document loads ${counted(scripts.length, 'script')} of other sites. Integrity-Policy: blocked-destinations=(script) would block those without a hash.`,
      evidence: referenceProof(
        page,
        scripts.map(({ resource }) => resource),
      ),
    });
  },
});
