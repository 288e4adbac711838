import { fail, pass } from '../../../catalogue/outcome.ts';
import { bodyLine } from '../../../catalogue/reproduce-http.ts';
import { locationOf } from '../../derive/http/place.ts';
import { defaultTitles } from '../../derive/http/default-titles.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { siteDocument } from '../../derive/subjects/answers.ts';
import { cutLong, quoteLines } from '../../../evidence/http/quote.ts';

/** The default page of server software. */
export const defaultPage = checkOf(siteDocument, {
  id: 'default-page',
  title: 'The site does not show the default page of its software',
  finding: 'Default page of the web server',
  weakness: { cvss: 'smallLeak', cwe: [1188] },
  judge: (answer) => {
    const title = cutLong(answer.page?.title?.trim() ?? '', 200);
    if (!defaultTitles.some((one) => one.test(title))) return pass('The page is not a known default page');
    return fail({
      description: `The site shows the default page "${title}".`,
      evidence: [
        quoteLines(answer, []),
        `<title>${title}</title>`,
        bodyLine(locationOf(answer), '<title>[^<]*</title>'),
      ],
    });
  },
});
