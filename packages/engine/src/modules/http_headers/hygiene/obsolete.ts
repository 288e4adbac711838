import { enforcesPins, parsePublicKeyPins } from '@perimeter/protocols/http/policies/public-key-pins';
import { failWhere, informWhere, notApplicable } from '../../../catalogue/outcome.ts';
import { drafted, sightingsOf } from '../../derive/http/sightings.ts';
import { obsoleteHeaders } from './hygiene-headers.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { everyAnswer } from '../../derive/subjects/answers.ts';

const isPinning = (name: string, value: string): boolean =>
  name.toLowerCase() === 'public-key-pins' && enforcesPins(parsePublicKeyPins(value).value);

export const hdrHpkpActive = checkOf(everyAnswer, {
  id: 'hdr-hpkp-active',
  title: 'HTTP Public Key Pinning (HPKP) is not active',
  finding: 'HTTP Public Key Pinning (HPKP) is active',
  weakness: { cvss: 'resilience', cwe: [477] },
  judge: (answers) => {
    // Pins sent over cleartext are ignored (RFC 7469 section 2.2.2).
    const secure = answers.filter(({ url }) => url.protocol === 'https:');
    if (secure.length === 0) return notApplicable('No HTTPS response, and browsers accept pins only over HTTPS');
    return failWhere(sightingsOf(secure, isPinning), 'No Public-Key-Pins header is enforced', (sighting) => {
      const { pins, maxAgeSeconds } = parsePublicKeyPins(sighting.lines[0]?.[1] ?? '').value;
      return drafted(
        sighting,
        `Keys pinned: ${pins.length}, for ${maxAgeSeconds ?? 0} seconds. A lost key locks out every client that still enforces HPKP. Expected: max-age=0 for some time, then no such header.`,
      );
    });
  },
});

/** X-XSS-Protection: 0 disables the filter, as recommended for browsers that still have it. */
const isObsolete = (name: string, value: string): boolean =>
  obsoleteHeaders.has(name) && !(name === 'x-xss-protection' && !value.startsWith('1'));

export const hdrDeprecated = checkOf(everyAnswer, {
  id: 'hdr-deprecated',
  title: 'No deprecated security header is sent',
  finding: 'Deprecated security header is sent',
  judge: (answers) => {
    const sightings = sightingsOf(answers, (name, value) => isObsolete(name.toLowerCase(), value));
    return informWhere(sightings, 'No deprecated header is sent', (sighting) => {
      const { name } = sighting;
      return drafted(
        sighting,
        `${name} is deprecated: ${obsoleteHeaders.get(name.toLowerCase()) ?? 'browsers ignore it'}.`,
      );
    });
  },
});
