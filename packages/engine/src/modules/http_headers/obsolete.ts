import { enforcesPins, parsePublicKeyPins } from '@perimeter/protocols/http/headers/public-key-pins';
import { failEach, informEach, notApplicable } from '../../catalogue/outcome.ts';
import { vectors } from '../../catalogue/vectors.data.ts';
import { answersCheck } from '../derive/http/checks.ts';
import { drafted, sightingsOf } from '../derive/http/sightings.ts';

const isPinning = (name: string, value: string): boolean =>
  name.toLowerCase() === 'public-key-pins' && enforcesPins(parsePublicKeyPins(value).value);

export const hdrHpkpActive = answersCheck({
  id: 'hdr-hpkp-active',
  title: 'HTTP Public Key Pinning (HPKP) is not active',
  finding: 'HTTP Public Key Pinning (HPKP) is active',
  cvss: vectors.resilience,
  cwe: [477],
  references: ['https://www.rfc-editor.org/rfc/rfc7469#section-4.5'],
  judge: (answers) => {
    // Pins that come over cleartext are ignored (RFC 7469 section 2.2.2).
    const secure = answers.filter(({ url }) => url.protocol === 'https:');
    if (secure.length === 0) return notApplicable('No answer came over HTTPS, and pins count there alone');
    const drafts = sightingsOf(secure, isPinning).map((sighting) => {
      const { pins, maxAgeSeconds } = parsePublicKeyPins(sighting.lines[0]?.[1] ?? '').value;
      return drafted(
        sighting,
        `Keys pinned: ${pins.length}, for ${maxAgeSeconds ?? 0} seconds. A lost key locks out every client that still pins. Expected: no such header, after a while of max-age=0.`,
      );
    });
    return failEach(drafts, 'No Public-Key-Pins are enforced');
  },
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

export const hdrDeprecated = answersCheck({
  id: 'hdr-deprecated',
  title: 'No deprecated security header is sent',
  finding: 'Deprecated security header is sent',
  cwe: [],
  references: ['https://owasp.org/www-project-secure-headers/#deprecated-headers'],
  judge: (answers) => {
    const sightings = sightingsOf(answers, (name, value) => isObsolete(name.toLowerCase(), value));
    const drafts = sightings.map((sighting) => {
      const { name } = sighting;
      return drafted(sighting, `${name} is obsolete: ${obsolete.get(name.toLowerCase()) ?? 'browsers ignore it'}.`);
    });
    return informEach(drafts, 'No obsolete header is sent');
  },
});
