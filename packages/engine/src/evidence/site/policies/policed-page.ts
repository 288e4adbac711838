import { attack, type Attack, type AttackOptions, type AskedQuestion } from '@perimeter/protocols/http/csp/attack';
import {
  type DocumentPolicy,
  documentPolicies,
  enforcedPolicies,
} from '@perimeter/protocols/http/csp/document-policies';
import type { QuestionId } from '@perimeter/protocols/http/csp/questions.data';
import { hasKnownDirective } from '@perimeter/protocols/http/csp/syntax';
import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import type { HttpEvidence } from '../../http/schema.ts';
import { isInert } from '../document/inert.ts';
import type { ReadPage } from '../document/read-page.ts';

/**
 * What stands between injected markup and the page. All but `governed` are one root cause each: of such a document the checks
 * about scripts say nothing more.
 */
export type PolicyState = 'missing' | 'report-only' | 'unparsable' | 'unrestricted' | 'governed';

/** The document with its policies, and what they let through. */
export interface PolicedPage extends ReadPage {
  policies: readonly DocumentPolicy[];
  enforced: readonly DocumentPolicy[];
  attack: Attack;
  state: PolicyState;
  /** True where the whole page was read, and has no script, event handler or form: then injected markup has less to gain. */
  isInert: boolean;
}

/** A host that no policy names; reserved (RFC 2606 section 3). */
const attacker = 'x7f3a9c1.example';

/** Whom the policies of a document are asked about. */
export const attackOn = ({ document }: Pick<ReadPage, 'document'>): AttackOptions => ({
  url: document.url.href,
  attacker,
});

/** The question of an attack by its id. */
export const questionOf = ({ questions }: Attack, id: QuestionId): AskedQuestion | undefined =>
  questions.find((question) => question.id === id);

/** Whether every enforced policy lets this attack through. */
export const isOpen = ({ attack: { questions } }: PolicedPage, ...ids: readonly QuestionId[]): boolean =>
  questions.some(({ id, open }) => open && ids.includes(id));

function stateOf({ document }: ReadPage, policies: readonly DocumentPolicy[], made: Attack): PolicyState {
  const enforced = enforcedPolicies(policies);
  if (enforced.length === 0) {
    if (headerLines(document.headers, 'Content-Security-Policy').length > 0) return 'unparsable';
    return policies.length > 0 ? 'report-only' : 'missing';
  }
  if (!enforced.some(hasKnownDirective)) return 'unparsable';
  const governing: readonly QuestionId[] = ['inline-script', 'inline-handler', 'script-any-host'];
  return made.questions.some(({ id, governed }) => governed && governing.includes(id)) ? 'governed' : 'unrestricted';
}

function police(page: ReadPage): PolicedPage {
  const policies = documentPolicies(page.document.headers, page.facts?.metaPolicies);
  const enforced = enforcedPolicies(policies);
  const made = attack(enforced, attackOn(page));
  return { ...page, policies, enforced, attack: made, state: stateOf(page, policies, made), isInert: isInert(page) };
}

/** Each check of a document asks for the same. */
const known = new WeakMap<HttpEvidence, PolicedPage>();

/** Executes the policies of a document once for all checks. */
export function policedPage(page: ReadPage): PolicedPage {
  const policed = known.get(page.http);
  if (policed?.page === page.page) return policed;
  const made = police(page);
  known.set(page.http, made);
  return made;
}
