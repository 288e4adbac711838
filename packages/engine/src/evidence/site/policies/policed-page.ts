import type { Attack, AskedQuestion } from '@perimeter/protocols/http/csp/attack';
import { type DocumentPolicy, enforcedPolicies } from '@perimeter/protocols/http/csp/document-policies';
import type { QuestionId } from '@perimeter/protocols/http/csp/questions.data';
import { hasKnownDirective } from '@perimeter/protocols/http/csp/syntax';
import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import type { JudgedDocument } from '@perimeter/protocols/http/policies/judged-document';
import { isInert } from '../document/inert.ts';
import { judgedPolicies } from './judged.ts';
import type { ReadPage } from '../document/read-page.ts';

/**
 * What stands between injected markup and the page. All but `governed` are one root cause each: of such a document the checks
 * about scripts say nothing more.
 */
export type PolicyState = 'missing' | 'report-only' | 'unparsable' | 'unrestricted' | 'governed';

/** The document with its policies, and what they let through. */
export interface PolicedPage extends ReadPage, JudgedDocument {
  enforced: readonly DocumentPolicy[];
  state: PolicyState;
  /** True where the whole page was read, and has no script, event handler or form: then injected markup has less to gain. */
  isInert: boolean;
}

/** The question of an attack by its id. */
export const questionOf = ({ questions }: Attack, id: QuestionId): AskedQuestion | undefined =>
  questions.find((question) => question.id === id);

/** Whether every enforced policy lets this attack through. */
export const isOpen = ({ attack: { questions } }: PolicedPage, ...ids: readonly QuestionId[]): boolean =>
  questions.some(({ id, open }) => open && ids.includes(id));

function stateOf({ document }: ReadPage, { policies, attack }: JudgedDocument): PolicyState {
  const enforced = enforcedPolicies(policies);
  if (enforced.length === 0) {
    if (headerLines(document.headers, 'Content-Security-Policy').length > 0) return 'unparsable';
    return policies.length > 0 ? 'report-only' : 'missing';
  }
  if (!enforced.some(hasKnownDirective)) return 'unparsable';
  const governing: readonly QuestionId[] = ['inline-script', 'inline-handler', 'script-any-host'];
  return attack.questions.some(({ id, governed }) => governed && governing.includes(id)) ? 'governed' : 'unrestricted';
}

/** A document with its policies, for the checks of them. */
export function policedPage(page: ReadPage): PolicedPage {
  const judged = judgedPolicies(page.document, page.facts);
  const enforced = enforcedPolicies(judged.policies);
  return { ...page, ...judged, enforced, state: stateOf(page, judged), isInert: isInert(page) };
}
