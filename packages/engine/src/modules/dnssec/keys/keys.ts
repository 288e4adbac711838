import { drillLine } from '../../../catalogue/dig.ts';
import { fail, notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import type { KeyFacts } from '../../../evidence/dnssec/schema.ts';
import { weaknessSentence } from '../../../evidence/certificates/sentences.ts';
import { dsLine, keyLine } from '../derive/dnssec-lines.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { signedZone, type SignedZone } from '../../derive/subjects/signed-zone.ts';
import { firstAndMore } from '../../../evidence/words/text.ts';
import { keyText } from '../../../evidence/dnssec/key-text.ts';

const keyLines = ({ zone }: SignedZone, keys: readonly KeyFacts[]): string[] =>
  keys.slice(0, 20).map((key) => keyLine(zone.name, key));

/** Fails for the keys that a rule selects; what: follows their names. */
function judgeKeys(signed: SignedZone, picks: (key: KeyFacts) => boolean, what: string): Verdict {
  const picked = signed.keys.filter(picks);
  return picked.length === 0
    ? pass(`No key of ${signed.zone.name} ${what}`)
    : fail({
        description: `${signed.zone.name}: ${firstAndMore(picked.map(keyText), 4)} ${what}.`,
        evidence: keyLines(signed, picked),
      });
}

/** RSAMD5, DSA, RSASHA1 and GOST, alone or with NSEC3 (RFC 9904, RFC 9905, RFC 9906). */
const deprecated: ReadonlySet<number> = new Set([1, 3, 5, 6, 7, 12]);

export const dnssecAlgorithmDeprecated = checkOf(signedZone('keys'), {
  id: 'dnssec-algorithm-deprecated',
  title: 'No key uses a deprecated algorithm',
  finding: 'DNSSEC key with a deprecated algorithm (SHA-1, DSA, GOST)',
  weakness: { cvss: 'spoofingMargin', cwe: [327] },
  judge: (signed) =>
    judgeKeys(
      signed,
      ({ algorithm }) => deprecated.has(algorithm),
      'uses a deprecated algorithm, which validators may treat as unsigned',
    ),
});

/** RSASHA512 (RFC 9904). */
const notRecommended = 10;

export const dnssecAlgorithmNotRecommended = checkOf(signedZone('keys'), {
  id: 'dnssec-algorithm-not-recommended',
  title: 'No key uses RSASHA512',
  finding: 'DNSSEC key with RSASHA512, which is not recommended',
  weakness: { cvss: 'cryptoMargin', cwe: [327] },
  judge: (signed) =>
    judgeKeys(
      signed,
      ({ algorithm }) => algorithm === notRecommended,
      'uses RSASHA512, which is not recommended for signing',
    ),
});

export const dnssecAlgorithmUnsupported = checkOf(signedZone('ds', ['DS']), {
  id: 'dnssec-algorithm-unsupported',
  title: 'Validators support an algorithm of the zone',
  finding: 'Zone is signed only with algorithms that validators do not support',
  weakness: { cvss: 'spoofingMargin', cwe: [327] },
  shows: ({ zone, ds }) => [ds.map((one) => dsLine(zone.name, one))],
  judge: ({ zone }) =>
    zone.reason === 'unsupported-algorithm' || zone.reason === 'unsupported-digest'
      ? `No DS record of ${zone.name} has an algorithm and a digest that validators support, so they treat the zone as unsigned.`
      : pass('A DS record has a supported algorithm and digest'),
});

/** Below the first, keys can be factored at affordable cost; the second is the current minimum (RFC 6781 section 3.4.2, NIST SP 800-57). */
const [brokenBits, shortBits] = [1_024, 2_048];

export const dnssecRsaKeyShort = checkOf(signedZone('keys'), {
  id: 'dnssec-rsa-key-short',
  title: 'RSA keys have at least 2048 bits',
  finding: 'DNSSEC RSA key shorter than 2048 bits',
  weakness: { cvss: 'spoofingMargin', cwe: [326] },
  judge: (signed) => {
    const short = signed.keys.flatMap((key) =>
      key.rsa !== null && key.rsa.bits < shortBits ? [{ key, ...key.rsa }] : [],
    );
    if (signed.keys.every(({ rsa }) => rsa === null)) return notApplicable(`${signed.zone.name} has no RSA key`);
    if (short.length === 0) return pass('Every RSA key has 2048 bits or more');
    const bits = Math.min(...short.map((one) => one.bits));
    return fail({
      description: `${signed.zone.name} has an RSA key of ${bits} bits; expected: 2048 bits or more, or an elliptic curve.`,
      evidence: [
        keyLines(
          signed,
          short.map(({ key }) => key),
        ),
        drillLine('DNSKEY', signed.zone.name),
      ],
      cvss: bits < brokenBits ? 'spoofingMargin' : 'cryptoMargin',
    });
  },
});

const weaknessText = ({ weakness, rsa }: KeyFacts): string =>
  weakness === null ? `the exponent is ${rsa?.exponent ?? ''}` : weaknessSentence(weakness);

export const dnssecKeyKnownWeak = checkOf(signedZone('keys'), {
  id: 'dnssec-key-known-weak',
  title: 'No key has a known weakness',
  finding: 'DNSSEC key with a known weakness (ROCA, close primes, exponent 1)',
  weakness: { cvss: 'weakCrypto', cwe: [1_240] },
  judge: (signed) => {
    const weak = signed.keys.filter(({ weakness, rsa }) => weakness !== null || rsa?.exponent === '1');
    const [first] = weak;
    if (first === undefined) return pass('No key has a known weakness');
    const { reliesOn } = signed.dnssec;
    const relying = reliesOn.map(({ name, type }) => `${name} ${type}`);
    return fail({
      description: `Anybody can compute the private key of ${keyText(first)}: ${weaknessText(first)}.${relying.length === 0 ? '' : ` Records that rest on DNSSEC can then be forged: ${firstAndMore(relying, 3)}.`}`,
      evidence: keyLines(signed, weak),
      ...(relying.length > 0 && { cvss: 'conditionalIntegrity' as const }),
    });
  },
});
