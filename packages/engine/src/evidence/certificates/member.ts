import type { CertificatesSection } from '@perimeter/contract/observed/tls';
import type { CertificateFacts, CertificatesEvidence, RevocationStatus, ServedChain } from './schema.ts';
import { sentenceOf } from '@perimeter/protocols/certification-path/problems';
import { statusSentence } from './sentences.ts';
import { failureText } from '../failure-text.ts';

type ChainSection = CertificatesSection['chains'][number];
type Revocation = CertificatesSection['revocation'][number]['answers'][number];

const isoOf = (epochSeconds: number): string => new Date(epochSeconds * 1_000).toISOString();
const isoOrNull = (epochSeconds: number | null): string | null => (epochSeconds === null ? null : isoOf(epochSeconds));

const keyText = ({ algorithm, bits, curve }: CertificateFacts['key']): string =>
  [algorithm, curve ?? bits].filter((part) => part !== null).join(' ');

/** A certificate of a path as reports list it. */
export function pathCertificateOf(facts: CertificateFacts): ChainSection['path'][number] {
  const { sha256, subject, issuer, source, notBefore, notAfter, key, signature } = facts;
  return {
    sha256,
    subject,
    issuer,
    source,
    notBefore: isoOf(notBefore),
    notAfter: isoOf(notAfter),
    key: keyText(key),
    signatureAlgorithm: signature.algorithm,
  };
}

const revocationOf = ({ from, status, problem, thisUpdate, nextUpdate }: RevocationStatus): Revocation => ({
  from,
  status,
  problem: problem === null ? null : statusSentence(problem),
  thisUpdate: isoOrNull(thisUpdate),
  nextUpdate: isoOrNull(nextUpdate),
});

function chainOf(chain: ServedChain, byDigest: ReadonlyMap<string, CertificateFacts>): ChainSection {
  const { address, port, serverName, keyType, verdict, served, staple, scts } = chain;
  const path = verdict.path.length > 0 ? verdict.path : served;
  return {
    address,
    port,
    serverName,
    keyType,
    trusted: verdict.trusted,
    servedSuffices: verdict.servedSuffices,
    path: path.flatMap((digest) => byDigest.get(digest) ?? []).map(pathCertificateOf),
    problems: verdict.problems.map((problem) => ({
      code: problem.code,
      certificate: problem.certificate,
      detail: sentenceOf(problem),
    })),
    staple: staple.known && staple.value !== null ? revocationOf(staple.value) : null,
    timestamps: scts.map(({ log, source, timestamp, signature }) => ({
      log: log?.name ?? null,
      operator: log?.operator ?? null,
      source,
      timestamp,
      signature,
    })),
  };
}

/** The report's view of the certificates: each chain with its verdict and the reasons. */
export function certificatesMember(evidence: CertificatesEvidence): CertificatesSection {
  const { rootsDate, logsDate, lists, certificates, chains, revocation, caa, tlsa, fetches } = evidence;
  const byDigest = new Map(certificates.map((facts) => [facts.sha256, facts]));
  return {
    ...(lists === undefined ? {} : { rootsName: lists.roots.name }),
    rootsDate,
    ...(lists === undefined ? {} : { logsName: lists.logs.name }),
    logsDate,
    chains: chains.map((chain) => chainOf(chain, byDigest)),
    revocation: revocation.known
      ? revocation.value.map(({ leaf, answers }) => ({ leaf, answers: answers.map(revocationOf) }))
      : [],
    caa: caa.known
      ? caa.value.map(({ host, foundAt, records, authenticated }) => ({
          host,
          foundAt,
          records: records.map(({ flags, tag, value }) => `${flags} ${tag} "${value}"`),
          authenticated,
        }))
      : [],
    tlsa: tlsa.known
      ? tlsa.value.map(({ name, authenticated, records }) => ({
          name,
          authenticated,
          records: records.map(
            ({ usage, selector, matchingType, data }) => `${usage} ${selector} ${matchingType} ${data}`,
          ),
        }))
      : [],
    fetched: fetches.map(({ url, purpose, bytes, failure }) => ({
      url,
      purpose,
      bytes,
      failure: failure === null ? null : failureText(failure),
    })),
  };
}
