import {
  type Isolation,
  isCrossOriginIsolated,
  parseEmbedderPolicy,
  parseOpenerPolicy,
  parseResourcePolicy,
} from '@perimeter/protocols/http/cross-origin/isolation';
import { type HeaderLines, headerLines } from '@perimeter/protocols/http/headers/header-list';
import { informational, notApplicable, pass, type Verdict } from '../../catalogue/outcome.ts';
import type { Answer } from '../../evidence/http/answer.ts';
import { isolationProblems } from './isolation-problems.data.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { renderedDocument, siteDocument } from '../derive/subjects/answers.ts';
import { quoteHeaders, quoteLines } from '../../evidence/http/quote.ts';
import { listed } from '../../evidence/words/text.ts';

/** One of the three isolation headers: its parser and its effect. */
interface Header {
  name: string;
  read: (lines: HeaderLines) => Isolation<string>;
  /** The values that browsers support. */
  values: readonly string[];
}

const opener: Header = {
  name: 'Cross-Origin-Opener-Policy',
  read: parseOpenerPolicy,
  values: ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', 'unsafe-none'],
};
const embedder: Header = {
  name: 'Cross-Origin-Embedder-Policy',
  read: parseEmbedderPolicy,
  values: ['require-corp', 'credentialless', 'unsafe-none'],
};
const resource: Header = {
  name: 'Cross-Origin-Resource-Policy',
  read: parseResourcePolicy,
  values: ['same-origin', 'same-site', 'cross-origin'],
};

/** An observation where the value is invalid: browsers then behave as without the header, which is no fault either. */
const judgeValid =
  ({ name, read, values }: Header) =>
  (document: Answer): Verdict => {
    const found = read(document.headers);
    if (found.state === 'absent') return notApplicable(`${name} is not sent`);
    if (found.state === 'valid') return pass(`${name}: ${found.value}`);
    return informational({
      description: `Browsers ignore ${name}, because ${isolationProblems[found.problem]}. Expected: one of ${listed(values)}, in lower case and once.`,
      evidence: quoteHeaders(document, name),
    });
  };

const judgeThere =
  ({ name, read }: Header, effect: string) =>
  (document: Answer): Verdict => {
    const found = read(document.headers);
    if (found.state === 'invalid') return notApplicable(`${name} is invalid (separate check)`);
    if (found.state === 'valid' && found.value !== 'unsafe-none') return pass(`${name}: ${found.value}`);
    const what = found.state === 'absent' ? `${name} is not sent` : `${name} is unsafe-none, which is the default`;
    return informational({ description: `${what}. ${effect}`, evidence: quoteHeaders(document, name) });
  };

export const isoCoopInvalid = checkOf(renderedDocument, {
  id: 'iso-coop-invalid',
  title: 'Cross-Origin-Opener-Policy, if sent, is valid',
  finding: 'Cross-Origin-Opener-Policy is invalid',
  judge: judgeValid(opener),
});

export const isoCoepInvalid = checkOf(renderedDocument, {
  id: 'iso-coep-invalid',
  title: 'Cross-Origin-Embedder-Policy, if sent, is valid',
  finding: 'Cross-Origin-Embedder-Policy is invalid',
  judge: judgeValid(embedder),
});

export const isoCorpInvalid = checkOf(siteDocument, {
  id: 'iso-corp-invalid',
  title: 'Cross-Origin-Resource-Policy, if sent, is valid',
  finding: 'Cross-Origin-Resource-Policy is invalid',
  judge: judgeValid(resource),
});

export const isoCoopMissing = checkOf(renderedDocument, {
  id: 'iso-coop-missing',
  title: 'Windows of other sites have no hold on the document (COOP)',
  finding: 'No Cross-Origin-Opener-Policy',
  judge: judgeThere(opener, 'Pages that open this one, or that it opens, keep a handle to its window.'),
});

export const isoCoepMissing = checkOf(renderedDocument, {
  id: 'iso-coep-missing',
  title: 'The document loads only what agrees to it (COEP)',
  finding: 'No Cross-Origin-Embedder-Policy',
  judge: judgeThere(embedder, 'Only sites that want precise clocks or shared memory need it.'),
});

export const isoCorpMissing = checkOf(siteDocument, {
  id: 'iso-corp-missing',
  title: 'Other sites cannot load the document as a resource (CORP)',
  finding: 'No Cross-Origin-Resource-Policy',
  judge: judgeThere(
    resource,
    'Other sites can load this response into their own process, where flaws of processors let them read it (Spectre).',
  ),
});

export const isoState = checkOf(renderedDocument, {
  id: 'iso-state',
  title: 'COOP and COEP isolate the document together',
  finding: 'The document is not cross-origin isolated',
  judge: (document) => {
    const sent = [opener, embedder].filter(({ read }) => read(document.headers).state !== 'absent');
    if (sent.length === 0) return notApplicable('Neither COOP nor COEP is sent');
    if (isCrossOriginIsolated(document.headers)) return pass('The document is cross-origin isolated');
    const names = sent.map(({ name }) => name);
    return informational({
      description:
        'One of COOP and COEP is sent, and the document is not cross-origin isolated: that takes COOP same-origin together with COEP require-corp or credentialless.',
      evidence: quoteLines(
        document,
        names.flatMap((name) => headerLines(document.headers, name)),
      ),
    });
  },
});

export const isoReportOnly = checkOf(renderedDocument, {
  id: 'iso-report-only',
  title: 'Isolation policies are enforced',
  finding: 'Isolation policies that only report',
  judge: (document) => {
    const names = [opener, embedder].map(({ name }) => `${name}-Report-Only`);
    const lines = names.flatMap((name) => headerLines(document.headers, name));
    if (lines.length === 0) {
      const isEnforced = [opener, embedder].some(({ read }) => read(document.headers).state === 'valid');
      return isEnforced ? pass('The policies are enforced') : notApplicable('There is no policy');
    }
    return informational({
      description: `${listed([...new Set(lines.map(([name]) => name))])} reports what an enforced policy would break, and protects nothing by itself.`,
      evidence: quoteLines(document, lines),
    });
  },
});
