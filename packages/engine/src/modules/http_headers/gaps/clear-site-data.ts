import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { parseClearSiteData } from '@perimeter/protocols/http/policies/clear-site-data';
import { informational, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { documentRead } from '../../derive/subjects/page.ts';
import { quoteHeaders } from '../../../evidence/http/quote.ts';

const name = 'Clear-Site-Data';
const isLogout = (path: string): boolean => /log-?out|sign-?out|log-?off|abmelden/i.test(path);

export const hdrClearSiteData = checkOf(documentRead, {
  id: 'hdr-clear-site-data',
  title: 'Logging out clears what the browser keeps',
  finding: 'Clear-Site-Data at logout is unknown, or invalid',
  mode: 'deep',
  judge: ({ document, facts }) => {
    if (headerLines(document.headers, name).length > 0) {
      const { value, problems } = parseClearSiteData(document.headers);
      return value !== null && problems.length === 0
        ? pass(`${name} clears ${value.join(', ')}`)
        : informational({
            description: `Browsers take ${name} of this document only in part, or not at all: ${problems.join('; ')}. Expected: quoted types, such as "cookies", "storage".`,
            evidence: quoteHeaders(document, name),
          });
    }
    const logout = facts?.ownPaths?.find(isLogout);
    return logout === undefined
      ? notApplicable('The document neither sends the header nor links to a logout')
      : informational({
          description: `The document links to ${logout}. Whether the response there sends ${name} was not tried, because requests of an audit end no session.`,
          evidence: quoteHeaders(document, name),
        });
  },
});
