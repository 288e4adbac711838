import { notApplicable } from '../../../catalogue/outcome.ts';
import { weaknessSentence } from '../../../evidence/certificates/sentences.ts';
import { type DkimKey, keyDraft, usableKeys } from '../../derive/mail/dkim.ts';
import { checkOf, type Said } from '../../../catalogue/check-of.ts';
import { dkimFound } from '../../derive/subjects/mail-records.ts';
import type { DkimRecords } from '../../derive/mail/facts.ts';

type Key = ReturnType<typeof usableKeys>[number];

/** Judges each key that was found; fault: a sentence, null: none. */
export const onKeys =
  (fault: (key: Key) => string | null) =>
  (records: DkimRecords): Said => {
    const keys = usableKeys(records);
    if (keys.length === 0) return notApplicable('No usable DKIM key was found');
    return keys.flatMap((key) => {
      const description = fault(key);
      return description === null ? [] : [keyDraft(key, description)];
    });
  };

/** RFC 8301 section 3.2: verifiers must reject keys below 1024 bits, signers should use 2048. */
const brokenBelow = 1_024;
const shortBelow = 2_048;

const rsaBits = ({ key }: DkimKey): number => (key?.algorithm === 'rsa' ? (key.bits ?? Infinity) : Infinity);

export const dkimKeyTooShort = checkOf(dkimFound, {
  id: 'dkim-key-too-short',
  passed: 'No DKIM key is short enough to break',
  title: 'No DKIM key is short enough to break',
  finding: 'DKIM key is short enough to break',
  weakness: { cvss: 'authenticForgery', cwe: [326] },
  judge: onKeys((one) =>
    rsaBits(one) < brokenBelow
      ? `The key of ${one.selector.selector} has ${rsaBits(one)} bits, which can be factored in days: mail can be signed in the name of the domain. Expected: RSA of 2048 bits.`
      : null,
  ),
});

export const dkimKeyShort = checkOf(dkimFound, {
  id: 'dkim-key-short',
  passed: 'No DKIM key is RSA of 1024 to 2047 bits',
  title: 'DKIM keys have at least 2048 bits',
  finding: 'DKIM key is shorter than 2048 bits',
  weakness: { cvss: 'spoofingMargin', cwe: [326] },
  judge: onKeys((one) =>
    rsaBits(one) >= brokenBelow && rsaBits(one) < shortBelow
      ? `The key of ${one.selector.selector} has ${rsaBits(one)} bits. Expected: RSA of 2048 bits.`
      : null,
  ),
});

export const dkimKeyKnownWeak = checkOf(dkimFound, {
  id: 'dkim-key-known-weak',
  passed: 'No DKIM key comes from a flawed generator',
  title: 'No DKIM key comes from a flawed generator',
  finding: 'DKIM private key is recoverable: flawed key generator',
  weakness: { cvss: 'authenticForgery', cwe: [338, 1_240] },
  judge: onKeys(({ selector, key }) => {
    const isTrivial = 'exponent' in key && key.exponent <= 1n;
    if (selector.weakness === null && !isTrivial) return null;
    const why = selector.weakness === null ? 'Its public exponent is 1' : weaknessSentence(selector.weakness);
    return `The private key of ${selector.selector} can be computed from the public key. ${why}. Expected: a key from a secure generator.`;
  }),
});

export const dkimSha1Only = checkOf(dkimFound, {
  id: 'dkim-sha1-only',
  passed: 'No DKIM key is limited to SHA-1',
  title: 'DKIM keys allow SHA-256',
  finding: 'DKIM key allows only SHA-1',
  weakness: { cvss: 'partialSpoofing', cwe: [328] },
  judge: onKeys(({ selector, parsed }) => {
    const { hashes } = parsed.record;
    return hashes !== null && hashes.length > 0 && hashes.every((hash) => hash === 'sha1')
      ? `The record of ${selector.selector} allows only SHA-1 (h=sha1), which verifiers must not accept. Expected: no h tag, or h=sha256.`
      : null;
  }),
});
