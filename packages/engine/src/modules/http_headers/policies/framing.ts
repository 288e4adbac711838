import { type Framing, parseFraming } from '@perimeter/protocols/http/policies/framing';
import { fail, informational, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { sureOfAbsence } from '../../derive/http/error-page.ts';
import { unlessHttp2Differs } from '../../derive/http/over-http2.ts';
import { framingEffects } from './header-effects.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { renderedDocument } from '../../derive/subjects/answers.ts';
import { documentRead } from '../../derive/subjects/page.ts';
import { isClickless } from '../../../evidence/site/document/inert.ts';
import { quoteHeaders } from '../../../evidence/http/quote.ts';

function whyUnrestricted({ decidedBy, ancestors, frameOptions }: Framing): string {
  if (decidedBy === 'frame-ancestors') {
    const skipped = frameOptions === null ? '' : ' Browsers ignore X-Frame-Options if frame-ancestors is present.';
    return `frame-ancestors ${ancestors.map((sources) => sources.join(' ')).join(', ')} allows sites of anyone to frame the page.${skipped}`;
  }
  return frameOptions === null
    ? 'Neither frame-ancestors nor X-Frame-Options is set, so any site may frame the page.'
    : 'X-Frame-Options has an invalid value and frame-ancestors is not set, so any site may frame the page.';
}

/** A page on which a hijacked click does no harm. */
const harmless = {
  note: ' The page has no event handler, form, frame or cookie of an application, which limits the effect.',
  cvss: 'browserHardeningUserActs',
} as const;

export const hdrClickjacking = checkOf(documentRead, {
  id: 'hdr-clickjacking',
  title: 'Framing by other sites is restricted',
  finding: 'Missing clickjacking protection',
  weakness: { cvss: 'contentInjectionUserActs', cwe: [1021] },
  judge: (page) => {
    const { document } = page;
    const framing = parseFraming(document.headers);
    const say = (verdict: Verdict): Verdict => unlessHttp2Differs(document, 'protection against framing', verdict);
    if (framing.restricted) return say(pass(`Framing is restricted by ${framing.decidedBy}`));
    const isHarmless = isClickless(page);
    const found = fail({
      description: `${whyUnrestricted(framing)}${isHarmless ? harmless.note : ''} Expected: frame-ancestors with 'none', 'self' or specific origins.`,
      evidence: quoteHeaders(document, 'Content-Security-Policy', 'X-Frame-Options'),
      ...(isHarmless ? { cvss: harmless.cvss } : {}),
      ...sureOfAbsence(document),
    });
    return say(found);
  },
});

export const hdrXfoInvalid = checkOf(renderedDocument, {
  id: 'hdr-xfo-invalid',
  title: 'X-Frame-Options, if sent, is DENY or SAMEORIGIN',
  finding: 'X-Frame-Options has an invalid value',
  weakness: { cvss: 'browserHardeningUserActs', cwe: [1021] },
  judge: (document) => {
    const { decidedBy, frameOptions: value, frameOptionsProblems: problems } = parseFraming(document.headers);
    if (value === null) return notApplicable('X-Frame-Options is not sent');
    if (problems.length === 0) return pass(`X-Frame-Options is ${value.toUpperCase()}`);
    const what = problems.join('; ');
    if (decidedBy === 'frame-ancestors')
      return informational({
        subject: 'x-frame-options',
        description: `${what}. Browsers skip the header, because frame-ancestors decides. Expected: DENY, SAMEORIGIN, or no header.`,
        evidence: quoteHeaders(document, 'X-Frame-Options', 'Content-Security-Policy'),
      });
    return fail({
      subject: 'x-frame-options',
      description: `${what}. ${framingEffects[value]} Expected: DENY or SAMEORIGIN, once.`,
      evidence: quoteHeaders(document, 'X-Frame-Options'),
      ...sureOfAbsence(document),
    });
  },
});
