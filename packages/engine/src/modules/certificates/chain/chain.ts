import { notApplicable, pass } from '../../../catalogue/outcome.ts';
import type { CertificateFacts } from '../../../evidence/certificates/schema.ts';
import { type Served, isAlone, isSelfSigned } from '../../derive/certificates/served.ts';
import { certificateLine, nameOf, pathLines } from '../../derive/certificates/certificate-words.ts';
import { showChain } from '../../../catalogue/certificate-commands.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { eachLeaf } from '../../derive/subjects/certificates.ts';
import { counted, listed } from '../../../evidence/words/text.ts';

const oneCertificate = 'SSL 2.0 transmits only one certificate';

/** Certificates of the path that clients must obtain elsewhere. */
const notServed = ({ path, served, chain }: Served): readonly CertificateFacts[] =>
  chain.verdict.servedSuffices ? [] : path.filter((facts) => facts.source === 'fetched' && !served.includes(facts));

export const certChainIncomplete = checkOf(eachLeaf(), {
  id: 'cert-chain-incomplete',
  title: 'The server sends the complete certificate chain',
  finding: 'Incomplete certificate chain (missing intermediate)',
  weakness: { cvss: 'conditionalAvailability', cwe: [296] },
  shows: (served) => [`served: ${listed(served.served.map(nameOf))}`, pathLines(served), showChain(served)],
  judge: (served) => {
    const missing = notServed(served);
    if (isAlone(served)) return notApplicable(oneCertificate);
    if (missing.length === 0) {
      return served.chain.verdict.anchor === null
        ? notApplicable('No path to a trusted root (separate check)')
        : pass(`${counted(served.served.length, 'certificate')} served; the chain is complete`);
    }
    return `The path needs ${listed(missing.map(nameOf))}, which the server did not send; it was fetched from the issuer URL (AIA); expected: every certificate between the leaf and the root.`;
  },
});

const isAscending = (numbers: readonly number[]): boolean =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));

/** What is unneeded or misordered among the served certificates, in clauses. */
function untidiness({ served, path, atSeconds }: Served): string[] {
  const once = [...new Set(served)];
  const rest = once.slice(1);
  const positions = path.flatMap((facts) => (once.includes(facts) ? [once.indexOf(facts)] : []));
  const garbled = rest.filter(({ malformed }) => malformed !== null);
  const issuers = new Set(once.map(({ issuer }) => issuer));
  const extra = rest.filter((facts) => !path.includes(facts) && !facts.selfSigned && facts.malformed === null);
  const strangers = extra.filter(({ subject }) => !issuers.has(subject));
  const past = extra.filter((facts) => !strangers.includes(facts) && facts.notAfter < atSeconds);
  const roots = rest.filter(({ selfSigned }) => selfSigned);
  const clause = (facts: readonly CertificateFacts[], one: string, several = one) =>
    facts.length === 0 ? [] : [`${listed(facts.map(nameOf))} ${facts.length === 1 ? one : several}`];
  return [
    ...(once.length < served.length
      ? [`${served.length - once.length} of ${served.length} certificates are duplicates`]
      : []),
    ...(isAscending(positions)
      ? []
      : ['The certificates are not in order: each should be the issuer of the one before it']),
    ...clause(roots, 'is a root, which clients do not need', 'are roots, which clients do not need'),
    ...clause(garbled, 'is malformed'),
    ...clause(strangers, 'is the issuer of no other certificate'),
    ...clause(past, 'has expired', 'have expired'),
  ];
}

export const certChainMessy = checkOf(eachLeaf(), {
  id: 'cert-chain-messy',
  title: 'The certificate chain is in order, without unneeded certificates',
  finding: 'Unneeded or misordered certificates in the chain',
  shows: (served) => [
    'Served:',
    served.served.map((facts, at) => `  ${at}: ${certificateLine(facts)}`),
    showChain(served),
  ],
  judge: (served) => {
    if (isSelfSigned(served)) return notApplicable('The certificate is self-signed (separate check)');
    if (isAlone(served)) return notApplicable(oneCertificate);
    const clauses = untidiness(served);
    if (clauses.length === 0) return pass(`${counted(served.served.length, 'certificate')} in order`);
    return `${clauses.join('. ')}. Most clients accept this, but each handshake is larger than necessary.`;
  },
});
