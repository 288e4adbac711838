import { inconclusive, notApplicable } from '../../../catalogue/outcome.ts';
import { asOfErrorPage } from '../http/error-page.ts';
import { quotePolicies } from '../http/quote-policies.ts';
import { sitePage } from './page.ts';
import { narrow } from '../../../catalogue/check-of.ts';
import { type PolicedPage, policedPage } from '../../../evidence/site/policies/policed-page.ts';

/** Why a policy may stand in what was not read of the document; null where its head was read, for elsewhere browsers obey none (HTML, "pragma directives"). */
const unreadHead = ({ unread, facts }: Pick<PolicedPage, 'unread' | 'facts'>): string | null =>
  facts?.headEnded === true ? null : unread;

/** The policies of the document. A policy may stand in what was not read of its head: then its absence is unknown. */
export const documentPolicy = narrow(
  sitePage,
  (read) => {
    const page = policedPage(read);
    const unread = unreadHead(page);
    return page.enforced.length === 0 && unread !== null ? inconclusive(unread) : { of: page };
  },
  { quote: quotePolicies, weigh: (verdict, { document }) => asOfErrorPage(document, verdict) },
);

/** The policies of a document whose scripts they govern: any other has one root cause, and one check that tells it. */
export const scriptPolicy = narrow(documentPolicy, (page) =>
  page.state === 'governed' ? { of: page } : notApplicable('No enforced policy restricts which scripts run'),
);
