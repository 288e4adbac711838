import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import {
  notApplicable,
  type ObservationDraft,
  type Outcome,
  proof,
  type Settled,
  type Unplaced,
  type Verdict,
} from '../../../catalogue/outcome.ts';
import { headLine } from '../../../catalogue/reproduce-http.ts';
import { type Answer, isRedirect } from '../../../evidence/http/answer.ts';
import { locationOf } from './place.ts';
import { cutLong } from './quote.ts';
import { isDocument, type Site, type SiteEvidence, siteOf } from './site.ts';

/** The facts of a check that a factory completes. */
type Facts = Omit<CheckDefinition<keyof SiteEvidence>, 'needs' | 'evaluate'>;

/** The responses that a check judges, or the outcome where there are none; open: reasons against a pass. */
type Selected = { outcome: Outcome } | { answers: readonly Answer[]; open: readonly string[] };

const elsewhere = (destination: string): Selected => ({
  outcome: notApplicable(
    `Every response redirects to ${destination}: only HSTS and Referrer-Policy are checked on a host without content`,
  ),
});

function selectDocument(site: Site): Selected {
  if (site.state === 'answered') return { answers: [site.document], open: [] };
  return site.state === 'redirect-only' ? elsewhere(site.destination) : { outcome: site.outcome };
}

/** Whether browsers show the answer as a document. */
export const isRendered = ({ headers }: Answer): boolean => isMarkup(parseContentType(headers).value);

function selectRendered(site: Site): Selected {
  if (site.state !== 'answered' || isRendered(site.document)) return selectDocument(site);
  const essence = parseContentType(site.document.headers).value?.essence ?? 'of no known type';
  return { outcome: notApplicable(`The response is ${essence}, not a document that browsers render`) };
}

function selectAnswers(site: Site): Selected {
  switch (site.state) {
    case 'answered':
      return { answers: site.answers, open: [] };
    case 'walled':
      return site.kind === 'client-certificate'
        ? { outcome: site.outcome }
        : { answers: site.answers, open: [site.outcome.reason] };
    case 'redirect-only':
      return elsewhere(site.destination);
    case 'unseen':
      return { outcome: site.outcome };
  }
}

/** Rendered documents, and redirects, whose policy the next request takes on. */
function selectReferring(site: Site): Selected {
  if (site.state === 'unseen') return { outcome: site.outcome };
  const answers = site.answers.filter(
    (answer) => isRedirect(answer) || (site.state === 'answered' && isDocument(answer) && isRendered(answer)),
  );
  if (site.state === 'walled')
    return answers.length === 0 || site.kind === 'client-certificate'
      ? { outcome: site.outcome }
      : { answers, open: [site.outcome.reason] };
  return answers.length > 0
    ? { answers, open: [] }
    : { outcome: notApplicable('No response is a document or a redirect, so no referrer is sent') };
}

/** Descriptions may repeat what a target sent; a proof ends in the command that shows the same head. */
function finished<D extends Settled<Unplaced<ObservationDraft>>>(
  [first, ...rest]: readonly [D, ...D[]],
  answer: Answer,
): readonly [D, ...D[]] {
  const finish = (draft: D): D => ({
    ...draft,
    description: cutLong(draft.description),
    evidence: draft.evidence.includes('\nReproduce: ')
      ? draft.evidence
      : proof(draft.evidence, headLine(draft.location ?? locationOf(answer), answer)),
  });
  return [finish(first), ...rest.map(finish)];
}

function bounded(verdict: Verdict, answer: Answer): Verdict {
  if (verdict.outcome === 'fail') return { ...verdict, drafts: finished(verdict.drafts, answer) };
  if (verdict.outcome === 'informational') return { ...verdict, drafts: finished(verdict.drafts, answer) };
  return { ...verdict, reason: cutLong(verdict.reason) };
}

function judgeSelected(
  selected: Selected,
  finding: string,
  judge: (first: Answer, all: readonly Answer[]) => Verdict,
): Outcome {
  if ('outcome' in selected) return selected.outcome;
  const [first] = selected.answers;
  if (first === undefined) return combine(finding, [], { open: selected.open });
  const judged = { ...bounded(judge(first, selected.answers), first), location: locationOf(first) };
  return combine(finding, [judged], { open: selected.open });
}

/** Judges the rendered document of the site, as renderedCheck does, for checks that need other evidence beside. */
export const judgeRendered = (evidence: SiteEvidence, finding: string, judge: (document: Answer) => Verdict): Outcome =>
  judgeSelected(selectRendered(siteOf(evidence)), finding, judge);

const factory =
  <J>(select: (site: Site) => Selected, ask: (judge: J, first: Answer, all: readonly Answer[]) => Verdict) =>
  ({ judge, ...facts }: Facts & { judge: J }): Check =>
    defineCheck({
      ...facts,
      needs: ['endpoints', 'http', 'target'],
      evaluate: (evidence) =>
        judgeSelected(select(siteOf(evidence)), facts.finding, (first, all) => ask(judge, first, all)),
    });

const askDocument = (judge: (document: Answer) => Verdict, document: Answer): Verdict => judge(document);
const askAll = (judge: (answers: readonly Answer[]) => Verdict, _: Answer, answers: readonly Answer[]): Verdict =>
  judge(answers);

/**
 * Declares a check of the document that represents the site: its error pages are framed and sniffed like any other, and
 * a login (401) is the site's own. A challenge page or a gateway's error is not, so nothing follows from its headers.
 */
export const documentCheck = factory(selectDocument, askDocument);

/** As documentCheck, for what means something on a rendered document only. */
export const renderedCheck = factory(selectRendered, askDocument);

/**
 * Declares a check of every answer of the target's own hosts, redirects included, the document first. Behind a wall a
 * leak is a leak, since whatever answers under the target's name speaks for it; but a clean wall does not clear the site.
 */
export const answersCheck = factory(selectAnswers, askAll);

/** As answersCheck, for the answers that a Referrer-Policy has an effect on, on pure redirect hosts too. */
export const referringCheck = factory(selectReferring, askAll);

/** As referringCheck; but headers missing on redirects do not show that the unseen document lacks them. */
export const silentCheck = factory(
  (site) => (site.state === 'walled' ? { outcome: site.outcome } : selectReferring(site)),
  askAll,
);
