import { combinedValue } from '@perimeter/protocols/http/headers/header-list';
import { isMarkup, parseContentType } from '@perimeter/protocols/http/headers/media-type';
import { type DeliveryCode, deliveryCodes } from '@perimeter/protocols/http/security-txt/delivery';
import { parseSecurityTxt, type SecurityTxt } from '@perimeter/protocols/http/security-txt/parse';
import { type Check, type CheckDefinition, defineCheck } from '../../../catalogue/check.ts';
import { combine } from '../../../catalogue/combine.ts';
import { fail, inconclusive, informational, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { bodyLine, curlLine } from '../../../catalogue/reproduce-http.ts';
import { failureText } from '../../../evidence/failure-text.ts';
import { isRedirect } from '../../../evidence/http/answer.ts';
import { siteOf, type SiteEvidence } from '../../derive/http/site.ts';
import { fileProblems } from './security-txt-words.data.ts';
import { silenceOf } from '../../derive/subjects/behaviour.ts';

type Facts = Omit<CheckDefinition<keyof SiteEvidence>, 'needs' | 'evaluate'>;

/** The file as it came, and what is wrong with it. */
interface SecurityFile {
  file: SecurityTxt;
  delivery: readonly DeliveryCode[];
  lines: readonly string[];
}

/** The file; null where the site says that it has none; a reason where neither was seen. */
function fileOf({ http, target }: SiteEvidence): SecurityFile | null | string {
  const exchanges = http.exchanges.filter(({ purpose }) => purpose === 'security-txt');
  const [first, last] = [exchanges[0], exchanges.at(-1)];
  if (first === undefined || last === undefined) return 'security.txt was not requested';
  if (!last.result.ok) return `security.txt was not received (${failureText(last.result.failure)})`;
  const { status, headers, body } = last.result.response;
  // Others of the same owner may have it (RFC 9116 section 5.2), and are not asked.
  if (isRedirect(last.result))
    return `security.txt redirects from ${last.url} to ${combinedValue(headers, 'Location') ?? 'nowhere'}, which was not asked`;
  const unread = silenceOf(last.result.response);
  if (unread !== null || status === 401 || status === 403) return `security.txt: status ${status}`;
  if (status < 200 || status > 299 || body.text === null) return null;
  const file = parseSecurityTxt(body.byteOrderMark === true ? `\uFEFF${body.text}` : body.text);
  if (isMarkup(parseContentType(headers).value) && file.fields.every(({ name }) => name.toLowerCase() !== 'contact'))
    return null;
  const asked = { asked: first.url, answered: last.url, status, lines: headers, atMs: target.startedAtMs };
  return { file, delivery: deliveryCodes(asked, file), lines: body.text.split(/\r?\n/) };
}

const securityTxtCheck = (facts: Facts, shown: string | null, judge: (file: SecurityFile | null) => Verdict): Check =>
  defineCheck({
    ...facts,
    needs: ['http', 'endpoints', 'target'],
    evaluate: (evidence) => {
      const site = siteOf(evidence);
      if (site.state === 'redirect-only') return notApplicable('The site redirects to a host of another domain');
      if (site.state !== 'answered') return site.outcome;
      const found = fileOf(evidence);
      if (typeof found === 'string') return inconclusive(found);
      const url = new URL('/.well-known/security.txt', site.document.url);
      const { host, port, address } = { host: url.hostname, ...site.document.exchange };
      const location = { host, port, url: url.href, ...(address === null ? {} : { address }) };
      const verdict = judge(found);
      if (verdict.outcome !== 'fail' && verdict.outcome !== 'informational') return verdict;
      return combine(facts.finding, [
        { ...withCommand(verdict, shown === null ? curlLine(location) : bodyLine(location, shown)), location },
      ]);
    },
  });

type Drafted = Extract<Verdict, { outcome: 'fail' | 'informational' }>;

const withCommand = ({ outcome, drafts: [draft] }: Drafted, command: string | null): Verdict =>
  (outcome === 'fail' ? fail : informational)({ ...draft, evidence: [draft.evidence, command] });

const noFile = notApplicable('The site has no security.txt');
const expiresLine = ({ lines }: SecurityFile): string =>
  (lines.find((line) => /^expires:/i.test(line)) ?? '').slice(0, 200);

/** RFC 9116 section 2.5.5: an expired file must not be used. A note, because no file is no worse. */
export const securitytxtExpired = securityTxtCheck(
  {
    id: 'securitytxt-expired',
    title: 'The security.txt has not expired',
    finding: 'Expired security.txt',
  },
  '^expires:.*',
  (found) => {
    if (found === null) return noFile;
    if (!found.delivery.includes('expired')) return pass('security.txt has not expired');
    return informational({
      description: 'Researchers must not use an expired security.txt.',
      evidence: expiresLine(found),
    });
  },
);

export const securitytxtMissing = securityTxtCheck(
  { id: 'securitytxt-missing', title: 'The site has a security.txt', finding: 'No security.txt' },
  null,
  (found) =>
    found === null
      ? informational({
          description: 'Researchers who find a vulnerability have no published contact.',
          evidence: 'GET /.well-known/security.txt: no such file',
        })
      : pass('The site has a security.txt'),
);

export const securitytxtInvalid = securityTxtCheck(
  { id: 'securitytxt-invalid', title: 'The security.txt is valid', finding: 'Invalid security.txt' },
  '^[a-z-]+:.*',
  (found) => {
    if (found === null) return noFile;
    const faults = [
      ...found.file.problems.map(({ code, line }) => ({ code, line })),
      ...found.delivery.map((code) => ({ code, line: null })),
    ].filter(({ code }) => code !== 'expired');
    if (faults.length === 0) return pass('security.txt follows RFC 9116');
    const texts = faults
      .slice(0, 10)
      .map(({ code, line }) => `${fileProblems[code]}${line === null ? '' : ` (line ${line})`}`);
    return informational({
      description: `security.txt does not follow RFC 9116: ${[...new Set(texts)].join('; ')}.`,
      evidence: found.lines.slice(0, 20).map((line) => line.slice(0, 200)),
    });
  },
);
