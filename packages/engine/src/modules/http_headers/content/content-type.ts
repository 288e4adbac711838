import { isEncodingLabel } from '@perimeter/protocols/html/encoding';
import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { parseNosniff } from '@perimeter/protocols/http/headers/nosniff';
import { fail, inconclusive, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../../evidence/http/answer.ts';
import { asOfErrorPage, sureOfAbsence } from '../../derive/http/error-page.ts';
import { unlessHttp2Differs } from '../../derive/http/over-http2.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { siteDocument } from '../../derive/subjects/answers.ts';
import { quoteHeaders } from '../../../evidence/http/quote.ts';

// Sniffing affects every media type: another site can run a text response as a script.
export const hdrNosniff = checkOf(siteDocument, {
  id: 'hdr-nosniff',
  title: 'X-Content-Type-Options: nosniff is set',
  finding: 'Missing or invalid X-Content-Type-Options header',
  weakness: { cvss: 'browserHardening', cwe: [693] },
  judge: (document) => {
    const { value: nosniff, problems } = parseNosniff(document.headers);
    const say = (verdict: Verdict): Verdict => unlessHttp2Differs(document, 'X-Content-Type-Options: nosniff', verdict);
    if (nosniff) return say(pass('X-Content-Type-Options is nosniff'));
    const isAbsent = combinedValue(document.headers, 'X-Content-Type-Options') === null;
    const found = fail({
      description: `${isAbsent ? 'The header is missing' : problems.join('; ')}. Expected: X-Content-Type-Options: nosniff.`,
      evidence: quoteHeaders(document, 'X-Content-Type-Options'),
      // An invalid header on an error page proves as little about the site's pages as a missing one.
      ...sureOfAbsence(document),
    });
    return say(found);
  },
});

function judgeAbsence({ response: { body }, unread }: Answer, problems: readonly string[], evidence: string): Verdict {
  if (body.decodedBytes === 0 && unread !== null) return inconclusive(unread);
  // Content-Type describes content, and the body is empty (RFC 9110 section 8.3).
  if (body.decodedBytes === 0) return notApplicable('The response has no content');
  const what = problems.length === 0 ? 'The header is missing' : problems.join('; ');
  return fail({ description: `${what}. Browsers guess type and encoding from the content.`, evidence });
}

/** HTML: browsers search this many bytes for an encoding declaration ("prescan a byte stream"). */
const prescanBytes = 1_024;

/** text/html without a known encoding in its header: the content may declare one, which an attacker may displace. */
function judgeUndeclared({ page, response: { body }, unread }: Answer, what: string, evidence: string): Verdict {
  if (body.byteOrderMark === true) return pass('A byte order mark names the encoding');
  if ((page?.metaCharset ?? null) !== null) {
    const description = `${what}. The document declares its encoding in a meta element, which injected content can displace. Expected: text/html; charset=utf-8.`;
    return fail({ description, evidence, confidence: 'potential' });
  }
  if (unread !== null && body.decodedBytes < prescanBytes) return inconclusive(unread);
  const description = `${what}, and none in the first ${prescanBytes} bytes: browsers guess the encoding. Expected: text/html; charset=utf-8.`;
  return fail({ description, evidence });
}

function judgeType(document: Answer): Verdict {
  const { value: type, problems } = parseContentType(document.headers);
  const evidence = quoteHeaders(document, 'Content-Type');
  if (type === null) return judgeAbsence(document, problems, evidence);
  if (type.essence !== 'text/html') return pass(`Content-Type is ${type.essence}`);
  const charset = type.parameters.get('charset');
  if (charset === undefined) return judgeUndeclared(document, 'text/html without a charset in the header', evidence);
  return isEncodingLabel(charset)
    ? pass(`Content-Type is text/html in ${charset}`)
    : judgeUndeclared(document, `text/html with the charset "${charset}", which browsers do not know`, evidence);
}

export const hdrContentType = checkOf(siteDocument, {
  id: 'hdr-content-type',
  title: 'Content-Type is set, with a charset for HTML',
  finding: 'Missing Content-Type header, or HTML without charset',
  weakness: { cvss: 'browserHardening', cwe: [436] },
  judge: (document) => asOfErrorPage(document, judgeType(document)),
});
