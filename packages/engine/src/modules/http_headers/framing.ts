import { parseFrameOptions } from '@perimeter/protocols/http/headers/frame-options';
import { type Framing, parseFraming } from '@perimeter/protocols/http/headers/framing';
import { headerLines } from '@perimeter/protocols/http/headers/header-list';
import { defineCheck } from '../../catalogue/check.ts';
import { failIfAny, notApplicable, type Outcome, pass } from '../../catalogue/outcome.ts';
import { vectors } from '../../catalogue/vectors.data.ts';
import type { Answer } from '../derive/http/answer.ts';
import { at } from '../derive/http/sightings.ts';
import { judgeRendered } from '../derive/http/judge.ts';
import { quoteAbsence, quoteHeaders } from '../derive/http/quote.ts';

const headers = ['Content-Security-Policy', 'X-Frame-Options'] as const;

function whyUnrestricted({ decidedBy, ancestors, frameOptions }: Framing): string {
  if (decidedBy === 'frame-ancestors') {
    const skipped = frameOptions === null ? '' : ' Browsers skip X-Frame-Options where frame-ancestors is given.';
    return `frame-ancestors ${ancestors.map((sources) => sources.join(' ')).join(', ')} lets any site frame the page.${skipped}`;
  }
  return frameOptions === null
    ? 'Neither frame-ancestors nor X-Frame-Options says who may frame the page, so every site may.'
    : 'X-Frame-Options holds no word that browsers obey and there is no frame-ancestors, so every site may frame the page.';
}

function judgeFraming(document: Answer): Outcome {
  const framing = parseFraming(document.headers);
  if (framing.restricted) return pass(`Framing is restricted by ${framing.decidedBy}`);
  const isSilent = headers.every((name) => headerLines(document.headers, name).length === 0);
  const finding = at(document, {
    description: `${whyUnrestricted(framing)} Expected: frame-ancestors with 'none', 'self' or named origins.`,
    evidence: isSilent ? quoteAbsence(document, headers.join(' or ')) : quoteHeaders(document, ...headers),
  });
  return failIfAny([finding], 'Any site may frame the page', '');
}

export const hdrClickjacking = defineCheck({
  id: 'hdr-clickjacking',
  title: 'Framing by other sites is restricted',
  finding: 'Missing clickjacking protection',
  cvss: vectors.contentInjectionUserActs,
  cwe: [1021],
  references: [
    'https://www.w3.org/TR/CSP3/#directive-frame-ancestors',
    'https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header',
    'https://owasp.org/www-project-secure-headers/',
  ],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeRendered(evidence, judgeFraming),
});

function judgeFrameOptions(document: Answer): Outcome {
  const { value, problems } = parseFrameOptions(document.headers);
  if (value === null) return notApplicable('X-Frame-Options is not sent');
  if (problems.length === 0) return pass(`X-Frame-Options is ${value.toUpperCase()}`);
  const effect = {
    ignored: 'Browsers ignore the header.',
    deny: 'Browsers refuse every frame, from the own origin too.',
    sameorigin: 'Browsers read it as SAMEORIGIN, others may not.',
  };
  const finding = at(document, {
    subject: 'x-frame-options',
    description: `${problems.join('; ')}. ${effect[value]} Expected: DENY or SAMEORIGIN, once.`,
    evidence: quoteHeaders(document, 'X-Frame-Options'),
  });
  return failIfAny([finding], 'X-Frame-Options is not valid', '');
}

export const hdrXfoInvalid = defineCheck({
  id: 'hdr-xfo-invalid',
  title: 'X-Frame-Options, if sent, is DENY or SAMEORIGIN',
  finding: 'X-Frame-Options has an invalid value',
  cvss: vectors.browserHardeningUserActs,
  cwe: [1021],
  references: [
    'https://www.rfc-editor.org/rfc/rfc7034#section-2.1',
    'https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header',
  ],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeRendered(evidence, judgeFrameOptions),
});
