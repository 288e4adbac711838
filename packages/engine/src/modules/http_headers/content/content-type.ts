import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { parseNosniff } from '@perimeter/protocols/http/headers/nosniff';
import { fail, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import type { Answer } from '../../derive/http/answer.ts';
import { documentCheck } from '../../derive/http/checks.ts';
import { quoteHeaders } from '../../derive/http/quote.ts';

// Sniffing concerns every media type: what a server calls text can be run as a script elsewhere.
export const hdrNosniff = documentCheck({
  id: 'hdr-nosniff',
  title: 'X-Content-Type-Options: nosniff is set',
  finding: 'Missing or invalid X-Content-Type-Options header',
  cvss: 'browserHardening',
  cwe: [693],
  references: [
    'https://fetch.spec.whatwg.org/#x-content-type-options-header',
    'https://owasp.org/www-project-secure-headers/',
  ],
  judge: (document) => {
    const { value: nosniff, problems } = parseNosniff(document.headers);
    if (nosniff) return pass('X-Content-Type-Options is nosniff');
    const isAbsent = combinedValue(document.headers, 'X-Content-Type-Options') === null;
    return fail({
      description: `${isAbsent ? 'The header is missing' : problems.join('; ')}. Expected: X-Content-Type-Options: nosniff.`,
      evidence: quoteHeaders(document, 'X-Content-Type-Options'),
    });
  },
});

function judgeAbsence({ response: { body } }: Answer, problems: readonly string[], evidence: string): Verdict {
  // A response without content has nothing whose type could be told (RFC 9110 section 8.3).
  if (body.decodedBytes === 0 && body.failure === undefined && problems.length === 0)
    return notApplicable('The response has no content');
  const what = problems.length === 0 ? 'The header is missing' : problems.join('; ');
  return fail({ description: `${what}. Browsers guess type and encoding from the content.`, evidence });
}

export const hdrContentType = documentCheck({
  id: 'hdr-content-type',
  title: 'Content-Type is set, with a charset for HTML',
  finding: 'Missing Content-Type header, or HTML without charset',
  cvss: 'browserHardening',
  cwe: [436],
  references: [
    'RFC 9110 section 8.3',
    'https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding',
  ],
  judge: (document) => {
    const { value: type, problems } = parseContentType(document.headers);
    const evidence = quoteHeaders(document, 'Content-Type');
    if (type === null) return judgeAbsence(document, problems, evidence);
    if (type.essence !== 'text/html') return pass(`Content-Type is ${type.essence}`);
    const charset = type.parameters.get('charset');
    if (charset !== undefined) return pass(`Content-Type is text/html in ${charset}`);
    if (document.response.body.byteOrderMark === true) return pass('A byte order mark names the encoding');
    return (document.page?.metaCharset ?? null) !== null
      ? fail({
          description:
            'text/html without a charset. The document declares its encoding in a meta element, which injected content can displace. Expected: text/html; charset=utf-8.',
          evidence,
          confidence: 'potential',
        })
      : fail({
          description:
            'text/html without a charset in the header or in the first 1024 bytes: browsers guess the encoding. Expected: text/html; charset=utf-8.',
          evidence,
        });
  },
});
