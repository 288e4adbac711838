import { listedValues } from '@perimeter/protocols/http/headers/header-list';
import { informational, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { curlLine } from '../../../catalogue/reproduce-http.ts';
import { locationOf } from '../../derive/http/place.ts';
import { suiteList } from '../../derive/tls/proof.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { siteDocument } from '../../derive/subjects/answers.ts';
import { unwantedSuites } from '../../derive/tls/refused-suites.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { isCbc } from '../../../evidence/tls/ruled-out.ts';
import { quoteHeaders } from '../../../evidence/http/quote.ts';

export const vulnLucky13 = checkOf(eachEndpoint, {
  id: 'vuln-lucky13',
  title: 'CBC cipher suites are disabled (Lucky Thirteen)',
  finding: 'CBC cipher suites are enabled; Lucky Thirteen (CVE-2013-0169) cannot be tested remotely',
  judge: unwantedSuites({
    matches: isCbc,
    needed: 'full',
    describe: (suites, { encryptThenMac }) =>
      `Accepted: ${suiteList(suites)}. TLS libraries since 2013 check padding in constant time; this cannot be tested over a network.${encryptThenMac.known && encryptThenMac.value ? ' Clients with Encrypt-then-MAC (RFC 7366) are not affected.' : ''}`,
    passed: 'No CBC suite is accepted',
  }),
});

/** A hidden form field with a value of this length may be a secret that BREACH can extract. */
const tokenCharacters = 16;

function judgeCompressed(answer: Parameters<typeof quoteHeaders>[0]): Verdict {
  const { url, headers, page } = answer;
  if (url.protocol !== 'https:') return notApplicable('The site is not served over HTTPS');
  const encoding = listedValues(headers, 'Content-Encoding').find((value) => !/^(?:identity)?$/i.test(value));
  if (encoding === undefined) return pass('The document is not compressed');
  const hasToken = (page?.hiddenFields.longestValue ?? 0) >= tokenCharacters;
  return informational({
    description: `The document is compressed with ${encoding.toLowerCase()}. ${hasToken ? 'It contains a hidden form field with a long value, which may be a secret. ' : ''}The attack needs a secret and reflected input in one response, which cannot be determined from one page.`,
    evidence: [
      quoteHeaders(answer, 'Content-Encoding'),
      curlLine(locationOf(answer), "-H 'Accept-Encoding: gzip, deflate, br'"),
    ],
  });
}

export const vulnBreach = checkOf(siteDocument, {
  id: 'vuln-breach',
  title: 'HTTPS responses are not compressed (BREACH)',
  finding: 'HTTPS responses are compressed; BREACH (CVE-2013-3587) depends on their content',
  judge: judgeCompressed,
});
