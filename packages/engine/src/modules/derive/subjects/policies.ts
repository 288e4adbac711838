import { inconclusive, notApplicable, type Why } from '../../../catalogue/outcome.ts';
import { asOfErrorPage } from '../http/error-page.ts';
import { asOverHttp2 } from '../http/over-http2.ts';
import { quotePolicies } from '../http/quote-policies.ts';
import { sitePage } from './page.ts';
import { narrow } from '../../../catalogue/check-of.ts';
import { type PolicedPage, policedPage } from '../../../evidence/site/policies/policed-page.ts';

/** Why unread parts of the document may contain a policy; null where its head was read, because browsers ignore policies elsewhere (HTML, "pragma directives"). */
const unreadHead = ({ unread, facts }: Pick<PolicedPage, 'unread' | 'facts'>): PolicedPage['unread'] =>
  facts?.headEnded === true ? null : unread;

/** The document with its policies over HTTP/2, where they are others. */
function elsewhere(page: PolicedPage): { of: PolicedPage; why: Why } | null {
  const other = asOverHttp2(page.document, 'Content-Security-Policy');
  return other === null ? null : { of: policedPage({ ...page, document: other.document }), why: other.why };
}

/** The document's policies. If its head was not read completely, the absence of a policy is unknown. */
export const documentPolicy = narrow(
  sitePage,
  (read) => {
    const page = policedPage(read);
    const unread = unreadHead(page);
    return page.enforced.length === 0 && unread !== null ? inconclusive(unread) : { of: page };
  },
  { quote: quotePolicies, weigh: (verdict, { document }) => asOfErrorPage(document, verdict), elsewhere },
);

/** The policies of a document that govern scripts: any other state has one root cause and one check that reports it. */
export const scriptPolicy = narrow(
  documentPolicy,
  (page) =>
    page.state === 'governed' ? { of: page } : notApplicable('No enforced policy restricts which scripts run'),
  {
    elsewhere: (page) => {
      const other = elsewhere(page);
      return other?.of.state === 'governed' ? other : null;
    },
  },
);
