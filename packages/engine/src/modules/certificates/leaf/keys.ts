import { detailOf } from '../../../evidence/failure-text.ts';
import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import {
  fail,
  inconclusive,
  informational,
  notApplicable,
  pass,
  unlessOpen,
  type Verdict,
  openBy,
  whyAs,
} from '../../../catalogue/outcome.ts';
import { weaknessSentence } from '../../../evidence/certificates/sentences.ts';
import { problemsOf } from '../../derive/certificates/claims.ts';
import { type KeyStrength, keyStrength } from '../../derive/certificates/key-strength.ts';
import { type Served, vouchedFor } from '../../derive/certificates/served.ts';
import { keyClause, keyText, nameOf } from '../../derive/certificates/certificate-words.ts';
import { answersSsl2, type OtherService, serviceName } from '../../derive/certificates/other-services.ts';
import { showChain, showLeaf, showWeakness } from '../../../catalogue/certificate-commands.ts';
import { keyWeaknesses } from './key-weaknesses.data.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachLeaf } from '../../derive/subjects/certificates.ts';
import { listed } from '../../../evidence/words/text.ts';

const keyLine = (facts: CertificateFacts): string =>
  `${nameOf(facts)}: ${keyClause(facts)}; SHA-256 of the key ${facts.key.spkiSha256}`;

const showKey = (served: Served, about: readonly CertificateFacts[]): string[] =>
  about.includes(served.leaf)
    ? showLeaf(served, "-text | grep -E 'Public Key Algorithm|Public-Key|Exponent|ASN1 OID'")
    : showChain(served);

/** Judges the keys of the leaf and of the issuers between it and the root, by size. */
const judgeStrength =
  (checkId: string, wanted: KeyStrength, expected: string) =>
  (served: Served): Verdict => {
    const keys = vouchedFor(served);
    const claimed = new Set(problemsOf(served, checkId).map(({ certificate }) => certificate));
    const weak = keys.filter((facts) => keyStrength(facts.key) === wanted || claimed.has(facts.sha256));
    if (weak.length > 0 || claimed.size > 0)
      return fail({
        description: `${listed(weak.map((facts) => `${nameOf(facts)}: ${keyClause(facts)}`))}; expected: ${expected}.`,
        evidence: [weak.map(keyLine), showKey(served, weak)],
        // 112 bits of strength are enough, but browsers do not support the curve (Baseline Requirements, section
        // 6.1.5).
        ...(weak.every(({ key }) => key.curve === 'P-224') ? { cvss: 'conditionalAvailability' } : {}),
      });
    const vague = keys.find((facts) => keyStrength(facts.key) === 'unknown');
    return vague === undefined
      ? pass(`Keys: ${listed(keys.map(keyText))}`)
      : openBy('key-strength-unknown', { certificate: nameOf(vague), key: keyText(vague) });
  };

export const certKeyBroken = checkOf(eachLeaf({ ofBrowsers: true, reads: ['subjectPublicKeyInfo'] }), {
  id: 'cert-key-broken',
  title: 'No key in the chain is short enough to break',
  finding: 'Certificate key is short enough to break',
  weakness: { cvss: 'totalInterception', cwe: [326] },
  judge: judgeStrength(
    'cert-key-broken',
    'broken',
    'RSA of at least 2048 bits with an exponent of 65537, or P-256 or larger',
  ),
});

export const certKeyShort = checkOf(eachLeaf({ ofBrowsers: true, reads: ['subjectPublicKeyInfo'] }), {
  id: 'cert-key-short',
  title: 'Every key in the chain has at least 112 bits of security',
  finding: 'Certificate key is too short or of an unsupported type',
  weakness: { cvss: 'brokenProtocol', cwe: [326] },
  judge: judgeStrength('cert-key-short', 'short', 'RSA of at least 2048 bits, or P-256 or larger; no DSA'),
});

export const certKeyKnownWeak = checkOf(eachLeaf({ reads: ['subjectPublicKeyInfo'] }), {
  id: 'cert-key-known-weak',
  title: 'No key in the chain comes from a flawed generator',
  finding: 'Private key is recoverable: flawed key generator',
  weakness: { cvss: 'totalInterception', cwe: [338, 1_240] },
  judge: (served) => {
    const weak = vouchedFor(served).flatMap((facts) =>
      facts.key.weakness === null ? [] : [{ facts, weakness: facts.key.weakness }],
    );
    if (weak.length === 0)
      return pass(
        'No key has small, close or shared primes, the fingerprint of a flawed generator, or an entry in a list of weak keys',
      );
    return fail({
      description: `${listed(weak.map(({ facts, weakness }) => `The key of ${nameOf(facts)} ${keyWeaknesses[weakness.kind]}`))}; expected: a key from a secure generator.`,
      evidence: [
        weak.flatMap(({ facts, weakness }) => [keyLine(facts), `${weakness.kind}: ${weaknessSentence(weakness)}`]),
        served.leaf.key.weakness === null ? showChain(served) : showWeakness(served, served.leaf.key.weakness),
      ],
    });
  },
});

const serviceLine = (service: OtherService): string => {
  const ssl2 = answersSsl2(service) ? ', answers SSL 2.0 with this key' : '';
  return `${serviceName(service)}: names ${listed(service.names) || 'none'}${ssl2}`;
};

function judgeSharing(served: Served, services: readonly OtherService[]): Verdict {
  const same = services.filter(({ spkiSha256 }) => spkiSha256 === served.leaf.key.spkiSha256);
  if (same.length > 0) {
    const old = same.some(answersSsl2);
    return informational({
      description: `${listed(same.map(serviceName))} ${same.length === 1 ? 'uses' : 'use'} the key of this web server${old ? ' with SSL 2.0, which allows decryption of recorded sessions of both (DROWN)' : ''}.`,
      evidence: [keyLine(served.leaf), same.map(serviceLine)],
    });
  }
  const silent = services.find(
    ({ failure, spkiSha256 }) => failure !== null && failure.reason !== 'refused' && spkiSha256 === null,
  );
  const gap =
    silent?.failure &&
    whyAs(['not-reached', silent.failure], 'service-untested', {
      service: serviceName(silent),
      failure: detailOf(silent.failure),
    });
  return unlessOpen(gap, 'No other tested service uses the key');
}

export const certSharedKeyServices = checkOf(eachLeaf({ reads: ['subjectPublicKeyInfo'] }), {
  id: 'cert-shared-key-services',
  title: 'The web server shares its key with no other service',
  finding: 'Other services share the key of the web server',
  mode: 'deep',
  judge: (served) => {
    const { otherServices } = served.certificates;
    if (!otherServices.known) return inconclusive(otherServices.failure);
    return otherServices.value.length === 0
      ? notApplicable('No other TLS service was tested on the host')
      : judgeSharing(served, otherServices.value);
  },
});
