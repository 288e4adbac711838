import { fail, informational, notApplicable, pass, type Verdict, openBy } from '../../../catalogue/outcome.ts';
import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import { isBrokenHash, problemsOf } from '../../derive/certificates/claims.ts';
import { type Served, vouchedFor } from '../../derive/certificates/served.ts';
import { certificateLine, nameOf } from '../../derive/certificates/certificate-words.ts';
import { showChain } from '../../../catalogue/certificate-commands.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachLeaf } from '../../derive/subjects/certificates.ts';
import { listed } from '../../../evidence/words/text.ts';

/** Certificates whose signatures verifiers check; a self-signature proves nothing. */
const signedByOthers = (served: Served): readonly CertificateFacts[] =>
  vouchedFor(served).filter(({ selfSigned }) => !selfSigned);

/** Judges the hash of every signature below the root. */
const judgeHash =
  (checkId: string, isWeak: (hash: string) => boolean, name: string) =>
  (served: Served): Verdict => {
    const signed = signedByOthers(served);
    const claimed = new Set(problemsOf(served, checkId).map(({ certificate }) => certificate));
    const weak = signed.filter(({ signature, sha256 }) => isWeak(signature.hash) || claimed.has(sha256));
    if (weak.length > 0)
      return fail({
        description: `${listed(weak.map((facts) => `${nameOf(facts)} is signed with ${facts.signature.algorithm}`))}; expected: SHA-256 or better on every certificate below the root.`,
        evidence: [weak.map(certificateLine), showChain(served)],
      });
    if (signed.length === 0)
      return notApplicable('The certificate is self-signed, so clients do not rely on its signature');
    const vague = signed.find(({ signature }) => signature.hash === 'unknown');
    return vague === undefined
      ? pass(`No certificate below the root is signed with ${name}`)
      : openBy('hash-unknown', { algorithm: vague.signature.algorithm, certificate: nameOf(vague) });
  };

export const certSigMd5 = checkOf(eachLeaf({ ofBrowsers: true, reads: ['signatureAlgorithm'] }), {
  id: 'cert-sig-md5',
  title: 'No certificate below the root is signed with MD2, MD4 or MD5',
  finding: 'Certificate is signed with MD2, MD4 or MD5',
  weakness: { cvss: 'totalInterception', cwe: [328] },
  judge: judgeHash('cert-sig-md5', isBrokenHash, 'MD2, MD4 or MD5'),
});

export const certSigSha1 = checkOf(eachLeaf({ ofBrowsers: true, reads: ['signatureAlgorithm'] }), {
  id: 'cert-sig-sha1',
  title: 'No certificate below the root is signed with SHA-1',
  finding: 'Certificate is signed with SHA-1',
  weakness: { cvss: 'brokenProtocol', cwe: [328] },
  judge: judgeHash('cert-sig-sha1', (hash) => hash === 'sha1', 'SHA-1'),
});

const isPostQuantum = (algorithm: string): boolean =>
  /^(?:id-)?(?:hash-)?(?:ml-dsa|slh-dsa|composite|fn-dsa)/i.test(algorithm);

export const certPqSignature = checkOf(eachLeaf(), {
  id: 'cert-pq-signature',
  title: 'Keys and signatures use algorithms that all clients support',
  finding: 'Certificate uses a post-quantum signature algorithm',
  judge: (served) => {
    const quantum = served.path.filter(
      ({ key, signature }) => isPostQuantum(key.algorithm) || isPostQuantum(signature.algorithm),
    );
    if (quantum.length === 0) return pass('All keys and signatures in the chain are classical');
    return informational({
      description: `${listed(quantum.map(nameOf))} ${quantum.length === 1 ? 'has' : 'have'} a post-quantum key or signature. Clients without support for it need another certificate.`,
      // Only OpenSSL 3.5 and later support this certificate: with older versions a failed handshake would look like
      // proof.
      evidence: quantum.map(certificateLine),
    });
  },
});
