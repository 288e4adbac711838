import { enforcesPins, parsePublicKeyPins } from '@perimeter/protocols/http/headers/public-key-pins';
import { defineCheck } from '../../catalogue/check.ts';
import { failIfAny, informIfAny, notApplicable, type Outcome, pass } from '../../catalogue/outcome.ts';
import { vectors } from '../../catalogue/vectors.data.ts';
import type { Answer } from '../derive/http/answer.ts';
import { at, sightingsOf } from '../derive/http/sightings.ts';
import { judgeAnswers } from '../derive/http/judge.ts';

function judgePins(answers: readonly Answer[]): Outcome {
  // Pins that come over cleartext are ignored (RFC 7469 section 2.2.2).
  const secure = answers.filter(({ url }) => url.protocol === 'https:');
  if (secure.length === 0) return notApplicable('No answer came over HTTPS, and pins count there alone');
  const sightings = sightingsOf(
    secure,
    (name, value) => name.toLowerCase() === 'public-key-pins' && enforcesPins(parsePublicKeyPins(value).value),
  );
  const findings = sightings.map(({ first, lines, evidence }) => {
    const [, value] = lines[0] ?? ['', ''];
    const { pins, maxAgeSeconds } = parsePublicKeyPins(value).value;
    return at(first, {
      subject: 'public-key-pins',
      description: `Keys pinned: ${pins.length}, for ${maxAgeSeconds ?? 0} seconds. A lost key locks out every client that still pins. Expected: no such header, after a while of max-age=0.`,
      evidence,
    });
  });
  return failIfAny(findings, 'Public-Key-Pins are enforced', 'No Public-Key-Pins are enforced');
}

export const hdrHpkpActive = defineCheck({
  id: 'hdr-hpkp-active',
  title: 'HTTP Public Key Pinning (HPKP) is not active',
  finding: 'HTTP Public Key Pinning (HPKP) is active',
  cvss: vectors.resilience,
  cwe: [477],
  references: ['https://www.rfc-editor.org/rfc/rfc7469#section-4.5'],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeAnswers(evidence, judgePins),
});

/** Headers that browsers no longer act on, and what took their place. */
const obsolete: ReadonlyMap<string, string> = new Map([
  ['public-key-pins', 'browsers dropped key pinning; Certificate Transparency and CAA took its place'],
  ['public-key-pins-report-only', 'browsers dropped key pinning; Certificate Transparency and CAA took its place'],
  ['expect-ct', 'Certificate Transparency is required of every certificate now'],
  [
    'x-xss-protection',
    'the filter is gone, and where it lives on it can be turned against the page; a Content-Security-Policy took its place',
  ],
  ['feature-policy', 'Permissions-Policy took its place, in another syntax'],
  ['x-webkit-csp', 'Content-Security-Policy took its place'],
  ['x-content-security-policy', 'Content-Security-Policy took its place'],
  ['p3p', 'no browser reads it'],
]);

/** X-XSS-Protection: 0 switches the filter off, which is the advice for browsers that still have it. */
const isObsolete = (name: string, value: string): boolean =>
  obsolete.has(name) && !(name === 'x-xss-protection' && !value.startsWith('1'));

function judgeDeprecated(answers: readonly Answer[]): Outcome {
  const sightings = sightingsOf(answers, (name, value) => isObsolete(name.toLowerCase(), value));
  if (sightings.length === 0) return pass('No obsolete header is sent');
  const observations = sightings.map(({ name, first, evidence }) =>
    at(first, {
      subject: name.toLowerCase(),
      description: `${name} is obsolete: ${obsolete.get(name.toLowerCase()) ?? 'browsers ignore it'}.`,
      evidence,
    }),
  );
  const names = [...new Set(sightings.map(({ name }) => name))].join(', ');
  return informIfAny(observations, `Obsolete headers are sent: ${names}`, '');
}

export const hdrDeprecated = defineCheck({
  id: 'hdr-deprecated',
  title: 'No deprecated security header is sent',
  finding: 'Deprecated security header is sent',
  cwe: [],
  references: ['https://owasp.org/www-project-secure-headers/#deprecated-headers'],
  needs: ['endpoints', 'http', 'target'],
  evaluate: (evidence) => judgeAnswers(evidence, judgeDeprecated),
});
