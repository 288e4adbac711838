import { documentPolicies, enforcedPolicies } from '@perimeter/protocols/http/csp/document-policies';
import { blockedOwn } from '@perimeter/protocols/html/document/blocked-own';
import type { PageResource } from '@perimeter/protocols/html/document/facts';
import { guardOf } from '@perimeter/protocols/html/page-loads/guarded';
import type { PageContent } from '../../derive/subjects/page.ts';

const guardStates: ReadonlySet<string> = new Set(['guarded', 'needs-crossorigin']);

/** A frame whose sandbox blocks scripts (HTML section 4.8.5). */
const isInert = ({ sandbox }: PageResource): boolean =>
  sandbox !== null && !sandbox.toLowerCase().split(/\s+/).includes('allow-scripts');

/** An alternate style sheet: fetched, but applied only if a visitor selects it (HTML section 4.6.8.20). */
const isChosen = ({ kind, as }: PageResource): boolean => kind === 'style' && as === 'alternate';

/**
 * Whether a resource's host cannot run code in the page: browsers reject a file with another hash, any file with a hash
 * but without crossorigin, scripts in frames without scripts, and whatever a policy forbids.
 */
export function stopsCode({ facts, document, url }: PageContent): (resource: PageResource) => boolean {
  // A policy after a script applies only to the rest of the page.
  const placed = facts.metaPolicies.filter(({ placedBefore }) => placedBefore === 'scripts');
  const policies = enforcedPolicies(documentPolicies(document.headers, placed));
  const inline = { ...facts.inline, sha256: [] };
  return (one) =>
    isInert(one) ||
    isChosen(one) ||
    blockedOwn(policies, { resources: [one], inline }, url).length > 0 ||
    guardStates.has(guardOf(one, url).state);
}
