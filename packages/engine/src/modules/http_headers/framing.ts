import { parseFrameOptions } from '@perimeter/protocols/http/headers/frame-options';
import { type Framing, parseFraming } from '@perimeter/protocols/http/headers/framing';
import { fail, notApplicable, pass } from '../../catalogue/outcome.ts';
import { vectors } from '../../catalogue/vectors.data.ts';
import { renderedCheck } from '../derive/http/checks.ts';
import { quoteHeaders } from '../derive/http/quote.ts';

function whyUnrestricted({ decidedBy, ancestors, frameOptions }: Framing): string {
  if (decidedBy === 'frame-ancestors') {
    const skipped = frameOptions === null ? '' : ' Browsers skip X-Frame-Options where frame-ancestors is given.';
    return `frame-ancestors ${ancestors.map((sources) => sources.join(' ')).join(', ')} lets any site frame the page.${skipped}`;
  }
  return frameOptions === null
    ? 'Neither frame-ancestors nor X-Frame-Options says who may frame the page, so every site may.'
    : 'X-Frame-Options holds no word that browsers obey and there is no frame-ancestors, so every site may frame the page.';
}

export const hdrClickjacking = renderedCheck({
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
  judge: (document) => {
    const framing = parseFraming(document.headers);
    if (framing.restricted) return pass(`Framing is restricted by ${framing.decidedBy}`);
    return fail({
      description: `${whyUnrestricted(framing)} Expected: frame-ancestors with 'none', 'self' or named origins.`,
      evidence: quoteHeaders(document, 'Content-Security-Policy', 'X-Frame-Options'),
    });
  },
});

const effects = {
  ignored: 'Browsers ignore the header.',
  deny: 'Browsers refuse every frame, from the own origin too.',
  sameorigin: 'Browsers read it as SAMEORIGIN, others may not.',
};

export const hdrXfoInvalid = renderedCheck({
  id: 'hdr-xfo-invalid',
  title: 'X-Frame-Options, if sent, is DENY or SAMEORIGIN',
  finding: 'X-Frame-Options has an invalid value',
  cvss: vectors.browserHardeningUserActs,
  cwe: [1021],
  references: [
    'https://www.rfc-editor.org/rfc/rfc7034#section-2.1',
    'https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header',
  ],
  judge: (document) => {
    const { value, problems } = parseFrameOptions(document.headers);
    if (value === null) return notApplicable('X-Frame-Options is not sent');
    if (problems.length === 0) return pass(`X-Frame-Options is ${value.toUpperCase()}`);
    return fail({
      subject: 'x-frame-options',
      description: `${problems.join('; ')}. ${effects[value]} Expected: DENY or SAMEORIGIN, once.`,
      evidence: quoteHeaders(document, 'X-Frame-Options'),
    });
  },
});
