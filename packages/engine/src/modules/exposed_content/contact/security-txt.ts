import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { type DeliveryCode, deliveryCodes } from '@perimeter/protocols/http/security-txt/delivery';
import { parseSecurityTxt, type SecurityTxt } from '@perimeter/protocols/http/security-txt/parse';
import {
  inconclusive,
  type Location,
  notApplicable,
  pass,
  type Why,
  causeOfStatus,
  whyBy,
  whyAs,
} from '../../../catalogue/outcome.ts';
import { checkOf, onePlace, type Subject } from '../../../catalogue/check-of.ts';
import { bodyLine, curlLine, textFileLine } from '../../../catalogue/reproduce-http.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import { isRedirect } from '../../../evidence/http/answer.ts';
import { siteOf, type SiteEvidence } from '../../derive/http/site.ts';
import { fileProblems } from './security-txt-words.data.ts';
import { silenceOf } from '../../derive/subjects/behaviour.ts';

/** The file as received, with its faults. */
interface SecurityFile {
  file: SecurityTxt;
  delivery: readonly DeliveryCode[];
  lines: readonly string[];
}

/** The file; null where the site has none; a reason where this is unknown. */
function fileOf({ http, target }: SiteEvidence): SecurityFile | null | Why {
  const exchanges = http.exchanges.filter(({ purpose }) => purpose === 'security-txt');
  const [first, last] = [exchanges[0], exchanges.at(-1)];
  if (first === undefined || last === undefined) return whyBy('security-txt-unasked');
  if (!last.result.ok)
    return whyAs(['not-reached', last.result.failure], 'security-txt-unreceived', {
      failure: failureText(last.result.failure),
    });
  const { status, headers, body } = last.result.response;
  // A redirect may lead to another site of the same owner (RFC 9116 section 5.2), which is not requested.
  if (isRedirect(last.result))
    return whyBy('security-txt-elsewhere', { url: last.url, target: combinedValue(headers, 'Location') ?? 'nowhere' });
  const unread = silenceOf(last.result.response);
  if (unread !== null || status === 401 || status === 403)
    return whyAs(causeOfStatus(status), 'security-txt-status', { status });
  if (status < 200 || status > 299 || body.text === null) return null;
  const file = parseSecurityTxt(body.byteOrderMark === true ? `\uFEFF${body.text}` : body.text);
  if (isMarkup(parseContentType(headers).value) && file.fields.every(({ name }) => name.toLowerCase() !== 'contact'))
    return null;
  const asked = { asked: first.url, answered: last.url, status, lines: headers, atMs: target.startedAtMs };
  return { file, delivery: deliveryCodes(asked, file), lines: body.text.split(/\r?\n/) };
}

/** The security.txt of the site; null: it has none. */
const securityTxt = (
  reproduce: (location: Location) => string | null,
): Subject<keyof SiteEvidence, SecurityFile | null> => ({
  needs: ['http', 'endpoints', 'target'],
  select: (evidence) => {
    const site = siteOf(evidence);
    if (site.state === 'redirect-only') return notApplicable('The site redirects to a host of another domain');
    if (site.state !== 'answered') return site.outcome;
    const found = fileOf(evidence);
    if (found !== null && 'cause' in found) return inconclusive(found);
    const url = new URL('/.well-known/security.txt', site.document.url);
    const { host, port, address } = { host: url.hostname, ...site.document.exchange };
    const location = { host, port, url: url.href, ...(address === null ? {} : { address }) };
    return onePlace(found, location, reproduce(location));
  },
});

const expiresOf = (location: Location): string | null => bodyLine(location, '^expires:.*');
const noFile = notApplicable('The site has no security.txt');
const expiresLine = ({ lines }: SecurityFile): string =>
  (lines.find((line) => /^expires:/i.test(line)) ?? '').slice(0, 200);

/** RFC 9116 section 2.5.5: an expired file must not be used. Informs only, because an expired file is no worse than none. */
export const securitytxtExpired = checkOf(securityTxt(expiresOf), {
  id: 'securitytxt-expired',
  title: 'The security.txt has not expired',
  finding: 'Expired security.txt',
  judge: (found) => {
    if (found === null) return noFile;
    if (!found.delivery.includes('expired')) return pass('security.txt has not expired');
    return {
      description: 'Researchers must not use an expired security.txt.',
      evidence: expiresLine(found),
    };
  },
});

export const securitytxtMissing = checkOf(securityTxt(curlLine), {
  id: 'securitytxt-missing',
  title: 'The site has a security.txt',
  finding: 'No security.txt',
  judge: (found) =>
    found === null
      ? {
          description: 'Researchers who find a vulnerability have no published contact.',
          evidence: 'GET /.well-known/security.txt: no such file',
        }
      : null,
});

export const securitytxtInvalid = checkOf(securityTxt(textFileLine), {
  id: 'securitytxt-invalid',
  title: 'The security.txt is valid',
  finding: 'Invalid security.txt',
  judge: (found) => {
    if (found === null) return noFile;
    const faults = [
      ...found.file.problems.map(({ code, line }) => ({ code, line })),
      ...found.delivery.map((code) => ({ code, line: null })),
    ].filter(({ code }) => code !== 'expired');
    if (faults.length === 0) return pass('security.txt follows RFC 9116');
    const texts = faults
      .slice(0, 10)
      .map(({ code, line }) => `${fileProblems[code]}${line === null ? '' : ` (line ${line})`}`);
    return {
      description: `security.txt does not follow RFC 9116: ${[...new Set(texts)].join('; ')}.`,
      evidence: found.lines.slice(0, 20).map((line) => line.slice(0, 200)),
    };
  },
});
