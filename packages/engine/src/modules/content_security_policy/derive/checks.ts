import type { Check, CheckDefinition } from '../../../catalogue/check.ts';
import { inconclusive, notApplicable, type Verdict } from '../../../catalogue/outcome.ts';
import { asOfErrorPage } from '../../derive/http/error-page.ts';
import { type PageSiteEvidence, pageCheck } from '../../derive/http/page-check.ts';
import { type PolicedPage, policedPage } from './document.ts';

type Facts = Omit<CheckDefinition<keyof PageSiteEvidence>, 'needs' | 'evaluate'>;

/** Declares a check of the policies of the document. A policy may stand in what was not read of it: then its absence is unknown. */
export const policyCheck = ({ judge, ...facts }: Facts & { judge: (page: PolicedPage) => Verdict }): Check =>
  pageCheck({
    ...facts,
    judge: (read) => {
      const page = policedPage(read);
      return page.enforced.length === 0 && page.unread !== null
        ? inconclusive(page.unread)
        : asOfErrorPage(read.document, judge(page));
    },
  });

/** As policyCheck, for documents whose scripts a policy governs: any other has one root cause, and one check that tells it. */
export const scriptPolicyCheck = ({ judge, ...facts }: Facts & { judge: (page: PolicedPage) => Verdict }): Check =>
  policyCheck({
    ...facts,
    judge: (page) =>
      page.state === 'governed' ? judge(page) : notApplicable('No enforced policy restricts which scripts run'),
  });
