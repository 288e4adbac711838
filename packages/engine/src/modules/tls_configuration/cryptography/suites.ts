import { isAnonymous, isNullCipher, isObscure, isShortKey } from '@perimeter/protocols/tls/registry/classify';
import { inconclusive, notApplicable, pass } from '../../../catalogue/outcome.ts';
import { nmapLine } from '../../../catalogue/reproduce.ts';
import { acceptedProof, suiteList, suiteProof } from '../../derive/tls/proof.ts';
import { judgeRc4, judgeSmallBlock } from '../../derive/tls/shared-verdicts.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { unwantedSuites } from '../../derive/tls/refused-suites.ts';
import { eachEndpoint } from '../../derive/subjects/tls-endpoints.ts';
import { acceptedSuites, accepts, everyVersion, suiteGap } from '../../../evidence/tls/inventory.ts';
import { isCbc } from '../../../evidence/tls/ruled-out.ts';

export const tlsNullAnonExport = checkOf(eachEndpoint, {
  id: 'tls-null-anon-export',
  title: 'NULL, anonymous and export cipher suites are disabled',
  finding: 'NULL, anonymous or export cipher suites are enabled',
  weakness: { cvss: 'totalInterception', cwe: [319, 326, 327] },
  judge: unwantedSuites({
    matches: (suite) => isNullCipher(suite) || isAnonymous(suite) || suite.export,
    needed: 'weak',
    expected: 'no NULL, anonymous or export suites (RFC 9325 section 4.1)',
    passed: 'NULL, anonymous and export suites are disabled',
  }),
});

export const tlsDes = checkOf(eachEndpoint, {
  id: 'tls-des',
  title: 'Cipher suites with 40- and 56-bit keys (DES) are disabled',
  finding: 'Cipher suites with 40- or 56-bit keys (DES) are enabled',
  weakness: { cvss: 'totalInterception', cwe: [326] },
  judge: unwantedSuites({
    matches: isShortKey,
    needed: 'weak',
    expected: 'keys of at least 112 bits (RFC 9325 section 4.1)',
    passed: 'Suites with keys of less than 112 bits are disabled',
  }),
});

export const tlsRc4 = checkOf(eachEndpoint, {
  id: 'tls-rc4',
  title: 'RC4 cipher suites are disabled',
  finding: 'RC4 cipher suites are enabled',
  weakness: { cvss: 'weakCrypto', cwe: [327] },
  judge: judgeRc4,
});

export const tls3desIdea = checkOf(eachEndpoint, {
  id: 'tls-3des-idea',
  title: '64-bit block ciphers are disabled',
  finding: '64-bit block ciphers (3DES, IDEA, RC2) are enabled',
  weakness: { cvss: 'weakCrypto', cwe: [327] },
  judge: judgeSmallBlock,
});

export const tlsNoAead = checkOf(eachEndpoint, {
  id: 'tls-no-aead',
  title: 'AEAD cipher suites are supported',
  finding: 'No AEAD cipher suite is supported',
  weakness: { cvss: 'weakCrypto', cwe: [327] },
  shows: acceptedProof,
  judge: (endpoint) => {
    if (accepts(endpoint, 'TLSv1.3') === true) return pass('TLS 1.3 is accepted, which has AEAD suites only');
    if (acceptedSuites(endpoint, ({ aead }) => aead).length > 0) return pass('An AEAD suite is accepted');
    const gap = suiteGap(endpoint, 'full', everyVersion);
    if (gap !== undefined) return inconclusive(gap);
    return `Accepted: ${suiteList(acceptedSuites(endpoint)) || 'no known suite'}; expected: at least one AEAD suite (RFC 9325 section 4.2).`;
  },
});

export const tlsCbcOffered = checkOf(eachEndpoint, {
  id: 'tls-cbc-offered',
  title: 'CBC cipher suites are disabled',
  finding: 'CBC cipher suites are enabled',
  weakness: { cvss: 'cryptoMargin', cwe: [327] },
  shows: (endpoint) => [suiteProof(endpoint, acceptedSuites(endpoint, isCbc)), nmapLine(endpoint, 'ssl-enum-ciphers')],
  judge: (endpoint) => {
    const accepted = acceptedSuites(endpoint, isCbc);
    const gap = suiteGap(endpoint, 'full');
    if (accepted.length === 0) return gap === undefined ? pass('CBC suites are disabled') : inconclusive(gap);
    const hasAead = accepts(endpoint, 'TLSv1.3') === true || acceptedSuites(endpoint, ({ aead }) => aead).length > 0;
    if (!hasAead)
      return gap === undefined
        ? notApplicable('Only CBC suites are accepted: the missing AEAD suite is a separate check')
        : inconclusive(gap);
    const { encryptThenMac } = endpoint;
    const eased =
      encryptThenMac.known && encryptThenMac.value ? ' The server supports Encrypt-then-MAC (RFC 7366).' : '';
    return `Accepted: ${suiteList(accepted)}; expected: AEAD suites only (RFC 9325 section 4.2).${eased}`;
  },
});

export const tlsCcm8 = checkOf(eachEndpoint, {
  id: 'tls-ccm8',
  title: 'CCM_8 cipher suites (64-bit tag) are disabled',
  finding: 'CCM_8 cipher suites (64-bit tag) are enabled',
  weakness: { cvss: 'cryptoMargin', cwe: [326] },
  judge: unwantedSuites({
    matches: ({ mode }) => mode === 'CCM_8',
    needed: 'full',
    versions: everyVersion,
    expected: 'authentication tags of 128 bits',
    passed: 'CCM_8 suites are disabled',
  }),
});

export const tlsObscureCipher = checkOf(eachEndpoint, {
  id: 'tls-obscure-cipher',
  title: 'Only widely reviewed ciphers are enabled',
  finding: 'Rarely used ciphers are enabled',
  weakness: { cvss: 'cryptoMargin', cwe: [327] },
  mode: 'deep',
  judge: unwantedSuites({
    matches: isObscure,
    needed: 'full',
    versions: everyVersion,
    expected: 'AES or ChaCha20 with authenticated encryption',
    passed: 'SEED, Camellia and ARIA in CBC, GOST, SM4 and integrity-only suites are disabled',
  }),
});
