import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine, type Judged } from '../../../catalogue/combine.ts';
import { fail, inconclusive, type Verdict } from '../../../catalogue/outcome.ts';
import { responseText } from '../../../evidence/failure-text.ts';
import { placedAt } from '../../derive/http/placed.ts';
import { type SiteEvidence, siteOf } from '../../derive/http/site.ts';
import { type Hop, hopLine, hopLocation, type Visit, visitsOf } from '../../derive/http/visits.ts';

type Facts = Omit<CheckDefinition<keyof SiteEvidence>, 'needs' | 'evaluate'>;

interface VisitCheck extends Facts {
  /** Which visits are judged. */
  of: 'http' | 'all';
  /** Words alone are a fault, which the way of the visit shows. */
  judge: (visit: Visit, evidence: SiteEvidence) => Verdict | string;
}

/** A verdict on a hop, its proof with the command that shows the same head. */
export const placed = (verdict: Verdict, hop: Hop): Judged =>
  placedAt(verdict, { location: hopLocation(hop), label: hop.exchange.url });

/** Why a first request brought no answer: a closed port is an answer to many questions, silence to none. */
export const unansweredText = ({ exchange, failure }: Hop): string =>
  `${exchange.url} ${failure === null ? 'did not answer (no response)' : responseText(failure)}`;

const verdictOn = ({ hops }: Visit, judged: Verdict | string): Verdict =>
  typeof judged === 'string' ? fail({ description: judged, evidence: hops.map(hopLine) }) : judged;

/** Declares a check of what visitors meet on the way to the site's document, one verdict for each visit. */
export const visitCheck = ({ of, judge, ...facts }: VisitCheck): Check =>
  defineCheck({
    ...facts,
    needs: ['endpoints', 'http', 'target'],
    evaluate: (evidence) => {
      const site = siteOf(evidence);
      const visits = visitsOf(evidence).filter(({ start }) => of === 'all' || start.startsWith('http-'));
      const isUnanswered = visits.every(({ hops }) => hops.every(({ response }) => response === null));
      if (site.state === 'unseen' && isUnanswered) return site.outcome;
      if (site.state === 'walled' && site.kind === 'client-certificate') return site.outcome;
      if (visits.length === 0) return inconclusive('http:// was not requested');
      return combine(
        facts.finding,
        visits.map((visit) => placed(verdictOn(visit, judge(visit, evidence)), visit.hops[0])),
      );
    },
  });
