import type { Check, CheckDefinition } from '../../../catalogue/check.ts';
import { inconclusive, type Lines, notApplicable, type Verdict, worded } from '../../../catalogue/outcome.ts';
import { asOfErrorPage } from '../../derive/http/error-page.ts';
import { type PageSiteEvidence, pageCheck } from '../../derive/http/page-check.ts';
import { type PolicedPage, policedPage } from './document.ts';
import { quotePolicies } from './quote.ts';

interface PolicyCheck extends Omit<CheckDefinition<keyof PageSiteEvidence>, 'needs' | 'evaluate'> {
  /** Words alone are a fault, or a fact where the check only informs. */
  judge: (page: PolicedPage) => Verdict | string;
  /** What proves it; the policies where left out. */
  shows?: (page: PolicedPage) => Lines;
}

/** Why a policy may stand in what was not read of the document; null where its head was read, for elsewhere browsers obey none (HTML, "pragma directives"). */
const unreadHead = ({ unread, facts }: Pick<PolicedPage, 'unread' | 'facts'>): string | null =>
  facts?.headEnded === true ? null : unread;

/** Declares a check of the policies of the document. A policy may stand in what was not read of its head: then its absence is unknown. */
export const policyCheck = ({ judge, shows = quotePolicies, ...facts }: PolicyCheck): Check =>
  pageCheck({
    ...facts,
    judge: (read) => {
      const page = policedPage(read);
      const unread = unreadHead(page);
      return page.enforced.length === 0 && unread !== null
        ? inconclusive(unread)
        : asOfErrorPage(
            read.document,
            worded(judge(page), facts, () => shows(page)),
          );
    },
  });

/** As policyCheck, for documents whose scripts a policy governs: any other has one root cause, and one check that tells it. */
export const scriptPolicyCheck = ({ judge, ...facts }: PolicyCheck): Check =>
  policyCheck({
    ...facts,
    judge: (page) =>
      page.state === 'governed' ? judge(page) : notApplicable('No enforced policy restricts which scripts run'),
  });
