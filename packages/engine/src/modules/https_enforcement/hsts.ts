import { fail, informational, notApplicable, pass, type Verdict } from '../../catalogue/outcome.ts';
import { parseStrictTransportSecurity } from '@perimeter/protocols/http/policies/strict-transport-security';
import { sureOfAbsence } from '../derive/http/error-page.ts';
import { unlessHttp2Differs } from '../derive/http/over-http2.ts';
import { isPreloaded } from '../derive/http/preloaded.ts';
import { isRendered } from '../derive/subjects/answers.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { hstsDocument } from '../derive/subjects/visits.ts';
import { type Hop, hopsOf } from '../../evidence/site/visits/visits.ts';
import {
  effectiveAbove,
  effectiveOn,
  type HstsEvidence,
  hstsLines,
  isTrusted,
} from '../../evidence/site/visits/hsts.ts';
import { quoteHeaders } from '../../evidence/http/quote.ts';

const header = 'Strict-Transport-Security';

const seconds = (value: number): string => (value % 86_400 === 0 ? `${value / 86_400} days` : `${value} seconds`);

/** The policy in force for a host without a valid header of its own; null: none. */
function heldElsewhere({ url: { hostname } }: Hop, evidence: HstsEvidence): string | null {
  const above = effectiveAbove(hostname, evidence);
  if (above !== null) return `HSTS holds for ${hostname} by the policy of ${above.from}`;
  return isPreloaded(hostname, evidence) ? `Browsers know ${hostname} as preloaded` : null;
}

/** The weight of a document without a policy in force, whether its header is absent, invalid or max-age=0. */
const reachOf = (document: Parameters<typeof isRendered>[0]) => ({
  weight: { ...(isRendered(document) ? {} : { cvss: 'onPathPartial' as const }), ...sureOfAbsence(document) },
  note: isRendered(document) ? '' : ' The response is no page, and programs do not apply HSTS, so the effect is small.',
});

export const hstsMissing = checkOf(hstsDocument, {
  id: 'hsts-missing',
  title: 'HSTS is set',
  finding: 'Missing HSTS header',
  weakness: { cvss: 'cleartextInterception', cwe: [319, 523] },
  judge: ({ hop, document, lines }, evidence) => {
    const host = hop.url.hostname;
    const say = (verdict: Verdict): Verdict => unlessHttp2Differs(document, header, verdict);
    if (effectiveOn(host, evidence)?.from === host) return say(pass(`HSTS holds for ${host}`));
    const held = heldElsewhere(hop, evidence);
    if (held !== null) return pass(held);
    const untrusted = isTrusted(evidence, host) === false;
    if (lines.length > 0 && !untrusted) return notApplicable('The header is sent, but has no effect (separate checks)');
    const { weight, note } = reachOf(document);
    const description =
      lines.length > 0
        ? `Browsers ignore the header of ${host}, because they do not trust its certificate. Expected: a trusted certificate.`
        : `${host} sends no Strict-Transport-Security header, so browsers try http first and can be kept there.${note} Expected: max-age of a year or more.`;
    return say(fail({ description, evidence: quoteHeaders(document, header), ...weight }));
  },
});

/** The first plain http hop with an HSTS header, which browsers ignore. */
const plainHop = (evidence: HstsEvidence): Hop | undefined =>
  hopsOf(evidence).find((hop) => hop.isOwn && hop.url.protocol === 'http:' && hstsLines(hop).length > 0);

const skippedText = (lost: readonly string[]): string[] =>
  lost.length === 0
    ? []
    : [
        `Chromium skips a directive that follows an empty one, which RFC 6797 allows: ${lost.join('; ')} has no effect.`,
      ];

const deviationText = (deviations: readonly string[]): string[] =>
  deviations.length === 0
    ? []
    : [
        `Chromium applies the policy all the same, but RFC 6797 does not allow such a header, and other clients may drop it: ${deviations.join('; ')}.`,
      ];

export const hstsInvalid = checkOf(hstsDocument, {
  id: 'hsts-invalid',
  title: 'The HSTS header, if sent, is valid',
  finding: 'HSTS header is invalid',
  weakness: { cvss: 'cleartextInterception', cwe: [319] },
  judge: ({ hop, document, lines, policy }, evidence) => {
    if (lines.length === 0) {
      const plain = plainHop(evidence);
      if (plain === undefined) return notApplicable('No HSTS header is sent');
      const { url } = plain.exchange;
      return notApplicable(`Only ${url} sends the header, over http, where browsers ignore it (see hsts-missing)`);
    }
    const { problems, deviations, lost } = parseStrictTransportSecurity(document.headers);
    const { weight, note } = reachOf(document);
    if (policy !== null && deviations.length === 0 && lost.length === 0) return pass('The header is valid');
    const quoted = quoteHeaders(document, header);
    if (policy !== null) {
      const description = `${[...skippedText(lost), ...deviationText(deviations)].join(' ')} Expected: each directive once, separated by one semicolon.`;
      return fail({ description, evidence: quoted, ...weight, cvss: 'onPathPartial' });
    }
    const expected = 'Expected: max-age=31536000; includeSubDomains.';
    // Browsers other than Chromium read what follows an empty directive.
    const who = lost.length === 0 ? 'Browsers ignore' : 'Chromium ignores';
    const ignored = `${who} the whole header: ${problems.join('; ')}.`;
    const held = heldElsewhere(hop, evidence);
    return held === null
      ? fail({ description: `${ignored}${note} ${expected}`, evidence: quoted, ...weight })
      : informational({ description: `${ignored} ${held}. ${expected}`, evidence: quoted });
  },
});

export const hstsDisabled = checkOf(hstsDocument, {
  id: 'hsts-disabled',
  title: 'HSTS is not switched off by max-age=0',
  finding: 'HSTS is switched off (max-age=0)',
  weakness: { cvss: 'cleartextInterception', cwe: [319] },
  judge: ({ document, policy, hop }, evidence) => {
    if (policy === null) return notApplicable('No valid HSTS header is sent');
    if (policy.maxAgeSeconds > 0) return pass(`max-age is ${seconds(policy.maxAgeSeconds)}`);
    const held = heldElsewhere(hop, evidence);
    if (held !== null) return pass(held);
    const { weight, note } = reachOf(document);
    const description = `max-age=0 makes browsers forget the policy of this host.${note} Expected: max-age of a year or more.`;
    return fail({ description, evidence: quoteHeaders(document, header), ...weight });
  },
});

/** 180 days: the minimum that Observatory and testssl ask for. */
const shortSeconds = 15_552_000;
const yearSeconds = 31_536_000;

export const hstsShort = checkOf(hstsDocument, {
  id: 'hsts-short',
  title: 'HSTS lasts for at least 180 days',
  finding: 'HSTS max-age is short',
  weakness: { cvss: 'onPathPartial', cwe: [319] },
  judge: ({ hop, document, policy }, evidence) => {
    if (policy === null || policy.maxAgeSeconds === 0) return notApplicable('No HSTS policy is in force');
    if (policy.maxAgeSeconds >= shortSeconds) return pass(`max-age is ${seconds(policy.maxAgeSeconds)}`);
    const held = heldElsewhere(hop, evidence);
    if (held !== null) return pass(held);
    const description = `max-age is ${seconds(policy.maxAgeSeconds)}: visitors who come less often are not protected. Expected: at least 180 days, better a year.`;
    return fail({ description, evidence: quoteHeaders(document, header), ...sureOfAbsence(document) });
  },
});

export const hstsBelowYear = checkOf(hstsDocument, {
  id: 'hsts-below-year',
  title: 'HSTS lasts for at least a year',
  finding: 'HSTS max-age is below a year',
  judge: ({ document, policy }) => {
    if (policy === null || policy.maxAgeSeconds < shortSeconds)
      return notApplicable('No HSTS policy of at least 180 days is in force');
    if (policy.maxAgeSeconds >= yearSeconds) return pass(`max-age is ${seconds(policy.maxAgeSeconds)}`);
    const description = `max-age is ${seconds(policy.maxAgeSeconds)}. Guidelines and the preload list ask for a year (31536000) or more.`;
    return informational({ description, evidence: quoteHeaders(document, header) });
  },
});
