import { documentPolicies, enforcedPolicies } from '@perimeter/protocols/http/csp/document-policies';
import { blockedOwn } from '@perimeter/protocols/html/document/blocked-own';
import type { PageResource } from '@perimeter/protocols/html/document/facts';
import { guardOf } from '@perimeter/protocols/html/page-loads/guarded';
import type { PageContent } from '../../derive/subjects/page.ts';

const guardStates: ReadonlySet<string> = new Set(['guarded', 'needs-crossorigin']);

/** A frame whose sandbox lets no script run (HTML section 4.8.5). */
const isInert = ({ sandbox }: PageResource): boolean =>
  sandbox !== null && !sandbox.toLowerCase().split(/\s+/).includes('allow-scripts');

/** Fetched, and applied only where a visitor chooses it (HTML section 4.6.8.20). */
const isChosen = ({ kind, as }: PageResource): boolean => kind === 'style' && as === 'alternate';

/**
 * Tells of each resource whether its host can run code in the page by itself: browsers run no other file than that of the hash, none
 * with a hash and without crossorigin, no script of a frame without scripts, and nothing that a policy forbids.
 */
export function stopsCode({ facts, document, url }: PageContent): (resource: PageResource) => boolean {
  // A policy behind a script reaches part of the page only.
  const placed = facts.metaPolicies.filter(({ placedBefore }) => placedBefore === 'scripts');
  const policies = enforcedPolicies(documentPolicies(document.headers, placed));
  const inline = { ...facts.inline, sha256: [] };
  return (one) =>
    isInert(one) ||
    isChosen(one) ||
    blockedOwn(policies, { resources: [one], inline }, url).length > 0 ||
    guardStates.has(guardOf(one, url).state);
}
