import { fail, informational, notApplicable, pass, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import { authorityRights, detailsOf, problemsOf } from '../../derive/certificates/claims.ts';
import type { CertificateFacts, PathProblem } from '../../../evidence/certificates/schema.ts';
import { type Served, isPublic, isSelfSigned, vouchedFor } from '../../derive/certificates/served.ts';
import { keyText, nameOf, pathLines } from '../../derive/certificates/certificate-words.ts';
import { showChain, showLeaf } from '../../../catalogue/certificate-commands.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachLeaf } from '../../derive/subjects/certificates.ts';
import { acceptedSuites, accepts, suiteGap } from '../../../evidence/tls/inventory.ts';
import { listed } from '../../../evidence/words/text.ts';
import { iso } from '../../../evidence/words/time.ts';

const purposes = ({ extendedKeyUsage }: CertificateFacts): string =>
  (extendedKeyUsage === null ? null : listed(extendedKeyUsage)) ?? 'absent, so any purpose is allowed';

const allowsServers = (purpose: string): boolean => purpose === 'serverAuth' || purpose === 'anyExtendedKeyUsage';

export const certEkuNoServerauth = checkOf(eachLeaf({ ofBrowsers: true }), {
  id: 'cert-eku-no-serverauth',
  title: 'The certificate allows server authentication',
  finding: 'Certificate does not allow server authentication (serverAuth)',
  weakness: { cvss: 'luredInterception', cwe: [295] },
  judge: (served) => {
    const { leaf } = served;
    const problems = problemsOf(served, 'cert-eku-no-serverauth');
    const excluded = leaf.extendedKeyUsage !== null && !leaf.extendedKeyUsage.some(allowsServers);
    const isOwn = excluded || problems.some(({ certificate }) => certificate === leaf.sha256);
    if (problems.length === 0 && !isOwn) return pass(`extendedKeyUsage: ${purposes(leaf)}`);
    const seen = problems.length > 0 ? detailsOf(problems, served) : `The certificate allows ${purposes(leaf)}`;
    return fail({
      description: `${seen}; expected: serverAuth in the extendedKeyUsage of the certificate and of every issuer that has one.`,
      evidence: [
        served.path.map((facts) => `${nameOf(facts)}: extendedKeyUsage ${purposes(facts)}`),
        pathLines(served),
        isOwn ? showLeaf(served, '-subject -ext extendedKeyUsage') : showChain(served),
      ],
    });
  },
});

/** Chrome Root Program Policy 1.8: from this day on, public CAs issue leaves with serverAuth only. */
const clientAuthEnd = '2027-03-15';

const shown = (served: Served) => [
  `extendedKeyUsage: ${purposes(served.leaf)}`,
  showLeaf(served, '-subject -ext extendedKeyUsage'),
];

export const certEkuClientauth = checkOf(eachLeaf(), {
  id: 'cert-eku-clientauth',
  title: 'The certificate is limited to server authentication',
  finding: 'Certificate also allows client authentication (clientAuth)',
  weakness: { cvss: 'resilience', cwe: [295] },
  judge: (served) => {
    const { leaf } = served;
    if (leaf.extendedKeyUsage?.includes('clientAuth') !== true) return pass(`extendedKeyUsage: ${purposes(leaf)}`);
    if (!leaf.extendedKeyUsage.some(allowsServers))
      return notApplicable('It does not allow serverAuth (separate check)');
    if (isPublic(served) && leaf.notBefore >= Date.parse(clientAuthEnd) / 1_000)
      return fail({
        description: `Its extendedKeyUsage contains clientAuth in addition to serverAuth, and it was issued on or after ${clientAuthEnd}, when public CAs ended such certificates: its CA has to revoke it. Expected: serverAuth alone.`,
        evidence: [`notBefore: ${iso(leaf.notBefore)}`, shown(served)],
      });
    return informational({
      description: `Its extendedKeyUsage contains clientAuth in addition to serverAuth. Public CAs end such certificates: new intermediates since 2026-06-15, all leaves from ${clientAuthEnd} on. Clients that authenticate with it will need another certificate.`,
      evidence: shown(served),
    });
  },
});

/** True: a handshake uses the key for signatures; null: not known. */
function signs({ leaf, chain, endpoint, hasRivals }: Served): boolean | null {
  if (leaf.key.algorithm !== 'rsa' || chain.viaVersion === 'TLSv1.3') return true;
  if (endpoint === null) return null;
  if (!hasRivals && accepts(endpoint, 'TLSv1.3') === true) return true;
  if (acceptedSuites(endpoint, (suite) => suite.authentication === 'RSA' && suite.forwardSecrecy).length > 0)
    return true;
  return suiteGap(endpoint, 'full') === undefined ? false : null;
}

/** Judges keyUsage by what the accepted handshakes need (RFC 5280 section 4.2.1.3, RFC 9846 section 4.5.1.2). */
function judgeUsage(served: Served): Verdict {
  const { leaf } = served;
  if (leaf.keyUsage === null) return pass('keyUsage is absent, so any use is allowed');
  const usage = `keyUsage: ${leaf.keyUsage.join(', ') || 'none'}`;
  const needed = signs(served);
  // TLS 1.3 always signs, possibly with the key of another certificate: whether with this one is not known.
  const onlyDecrypts = needed === false && served.endpoint !== null && accepts(served.endpoint, 'TLSv1.3') === false;
  if (leaf.keyUsage.includes('digitalSignature') && !onlyDecrypts) return pass(usage);
  if (needed === null) return openBy('key-use-unknown', { usage });
  const missing = needed ? 'digitalSignature' : 'keyEncipherment';
  if (leaf.keyUsage.includes(missing)) return pass(usage);
  return fail({
    description: `keyUsage contains ${leaf.keyUsage.join(', ') || 'nothing'}, but the accepted key exchanges use the ${keyText(leaf)} key to ${needed ? 'sign' : 'decrypt'}; expected: ${missing}.`,
    evidence: [usage, showLeaf(served, '-subject -ext keyUsage')],
  });
}

const constraintsText = ({ basicConstraints: basic }: CertificateFacts): string =>
  basic === null ? 'absent' : `CA:${basic.ca ? 'TRUE' : 'FALSE'}`;

/** Problems that the server's operator can fix; the contents of public roots and CAs are not among them. */
const ownProblems = (served: Served): readonly PathProblem[] => {
  const issuers = isPublic(served) ? [] : vouchedFor(served);
  const own = new Set([served.leaf, ...issuers].map(({ sha256 }) => sha256));
  return problemsOf(served, 'cert-constraints-wrong').filter(
    ({ certificate }) => certificate === null || own.has(certificate),
  );
};

function judgeConstraints(served: Served): Verdict {
  const { leaf } = served;
  if (isSelfSigned(served)) return notApplicable('The certificate is self-signed (separate check)');
  const problems = ownProblems(served);
  const rights = authorityRights(leaf);
  if (problems.length === 0 && rights === null) return judgeUsage(served);
  const isGrave = rights !== null || problems.some(({ code }) => code !== 'strict-profile');
  return fail({
    description: `${problems.length > 0 ? detailsOf(problems, served) : rights}; expected: certificates that comply with the Baseline Requirements, which strict clients enforce.`,
    evidence: [
      `basicConstraints: ${constraintsText(leaf)}`,
      `keyUsage: ${leaf.keyUsage?.join(', ') ?? 'absent'}`,
      pathLines(served),
      showLeaf(served, '-text'),
    ],
    // A fault that only strict clients refuse, and that grants no rights, affects availability only.
    ...(isGrave ? {} : { cvss: 'resilience' }),
  });
}

export const certConstraintsWrong = checkOf(eachLeaf({ ofBrowsers: true }), {
  id: 'cert-constraints-wrong',
  title: 'Certificates follow the server certificate profile',
  finding: 'Certificate violates the server certificate profile',
  weakness: { cvss: 'weakCrypto', cwe: [295] },
  judge: judgeConstraints,
});

/** 64 bits from a random generator (Baseline Requirements, section 7.1) fill eight bytes, except for one serial in 256. */
const minSerialOctets = 8;

export const certSerialEntropy = checkOf(eachLeaf(), {
  id: 'cert-serial-entropy',
  title: 'The serial number is long enough for 64 random bits',
  finding: 'Serial number is too short for 64 random bits',
  shows: (served) => [`serial number: ${served.leaf.serialNumber}`, showLeaf(served, '-subject -serial')],
  judge: (served) => {
    const { leaf } = served;
    if (isSelfSigned(served))
      return notApplicable('The certificate is self-signed, so a collision attack does not apply');
    const octets = Math.ceil(leaf.serialNumber.length / 2);
    if (octets >= minSerialOctets) return pass(`The serial number has ${octets} bytes`);
    return `The serial number ${leaf.serialNumber || '(empty)'} has ${octets} ${octets === 1 ? 'byte' : 'bytes'}; publicly trusted CAs must use at least 64 random bits, so that the signed data is unpredictable.`;
  },
});
