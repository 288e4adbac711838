import {
  notApplicable,
  pass,
  proof,
  type Verdict,
  type Why,
  openBy,
  openAs,
  whyBy,
} from '../../../catalogue/outcome.ts';
import type { CertificateFacts, SctFacts } from '../../../evidence/certificates/schema.ts';
import { timestampSentence } from '../../../evidence/certificates/sentences.ts';
import { oldList } from '../../derive/certificates/list-age.ts';
import type { Served } from '../../derive/certificates/served.ts';
import { showLeaf } from '../../../catalogue/certificate-commands.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { publicLeaf, eachLeaf } from '../../derive/subjects/certificates.ts';
import { clause, counted } from '../../../evidence/words/text.ts';
import { iso, secondsPerDay } from '../../../evidence/words/time.ts';

const stateText = ({ log }: SctFacts): string =>
  log === null ? 'a log that is not in the list' : `${log.operator} ${log.name} (${log.state})`;

const sctLine = (sct: SctFacts): string =>
  `${sct.source}: ${stateText(sct)}, ${iso(sct.timestamp / 1_000)}, signature ${sct.signature}${sct.problem === null ? '' : `: ${timestampSentence(sct.problem)}`}`;

const sctProof = (served: Served, command: readonly string[]): string =>
  proof(
    served.chain.scts.length === 0 ? 'signed certificate timestamps: none' : served.chain.scts.map(sctLine),
    `log list of ${served.certificates.logsDate}`,
    command,
  );

/** Timestamps from a log after its retirement. */
const isAfterRetirement = ({ log, timestamp }: SctFacts): boolean =>
  log !== null && log.retiredAt !== null && timestamp >= log.retiredAt;

/** Timestamps that the other check reports. */
const isWrong = (sct: SctFacts): boolean => sct.signature === 'invalid' || isAfterRetirement(sct);

/** Certificates with a longer validity need a third timestamp (Chrome, Apple and Firefox alike). */
const longLife = 180 * secondsPerDay;

/** Before this date other rules applied (Chrome policy of Chrome 100); certificates issued then have expired. */
const policyFrom = Date.UTC(2022, 3, 15) / 1_000;

/** Chrome subtracts notBefore from notAfter (chrome_ct_policy_enforcer.cc), so a certificate of 180 days and one second counts as 180 days. */
const requiredTimestamps = ({ notBefore, notAfter }: CertificateFacts): number =>
  notAfter - notBefore > longLife ? 3 : 2;

const operators = (scts: readonly SctFacts[]): number =>
  new Set(scts.map(({ log, logId }) => log?.operator ?? logId)).size;
const logs = (scts: readonly SctFacts[]): number => new Set(scts.map(({ logId }) => logId)).size;

const witnesses = (scts: readonly SctFacts[]): string =>
  scts.length === 0
    ? 'It has no valid SCT'
    : `It has SCTs from ${counted(logs(scts), 'log')} of ${counted(operators(scts), 'operator')}`;

const isEmbedded = ({ source }: SctFacts): boolean => source === 'embedded';

const isOfHandshake = ({ source }: SctFacts): boolean => source === 'tls';
const isOfStaple = ({ source }: SctFacts): boolean => source === 'ocsp';
const isCurrent = ({ log }: SctFacts): boolean => log === null || log.state !== 'retired';

const enough = (scts: readonly SctFacts[], required: number): boolean => logs(scts) >= required && operators(scts) >= 2;

/**
 * Chrome's policy: enough embedded timestamps of two operators, one of them from a currently accepted log; or two from
 * the handshake, of two operators, all from currently accepted logs. Since Chrome 148, timestamps in stapled OCSP
 * responses do not count.
 */
function satisfies(scts: readonly SctFacts[], required: number): boolean {
  const embedded = scts.filter(isEmbedded);
  return (
    (enough(embedded, required) && embedded.some(isCurrent)) ||
    enough(
      scts.filter((sct) => isOfHandshake(sct) && isCurrent(sct)),
      2,
    )
  );
}

/**
 * True where only embedded and handshake timestamps together are two of two operators: Chrome's policy has no such
 * rule, but Chrome has accepted it.
 */
const isMixed = (scts: readonly SctFacts[]): boolean => {
  const current = scts.filter((sct) => isCurrent(sct) && !isOfStaple(sct));
  return current.some(isEmbedded) && current.some(isOfHandshake) && enough(current, 2);
};

/** False where the TLS extension for timestamps was not offered to the server. */
const wasAsked = ({ endpoint, leaf }: Served): boolean => {
  const chain = endpoint?.chains.find(({ certificates }) => certificates[0]?.sha256 === leaf.sha256);
  return chain === undefined || chain.sctList !== undefined;
};

/** Timestamps that browsers count, or may count if their signatures verify. */
const mayCount = (sct: SctFacts): boolean =>
  !isWrong(sct) && sct.log?.state !== 'rejected' && sct.log?.state !== 'pending';

/** The timestamp with an unknown log state and operator, since an outdated list no longer shows them. */
const forgotten = (sct: SctFacts): SctFacts => ({ ...sct, log: null });

/** Why the timestamps may still suffice; null: they do not. */
function doubtOf(served: Served, possible: readonly SctFacts[], required: number): Why | null {
  const { scts } = served.chain;
  if (satisfies(possible, required)) {
    const open = possible.find(({ log, signature }) => log === null || signature !== 'valid');
    return whyBy('sct-in-doubt', {
      log: `${open === undefined ? 'a log' : stateText(open)}${open === undefined || open.problem === null ? '' : `, ${timestampSentence(open.problem)}`}`,
    });
  }
  if (isMixed(possible)) return whyBy('scts-of-two-ways');
  const old = oldList('logs', served);
  const remembered = scts.filter((sct) => sct.signature !== 'invalid' && !isAfterRetirement(sct)).map(forgotten);
  return old !== null && satisfies(remembered, required)
    ? whyBy('logs-old', { date: served.certificates.logsDate })
    : null;
}

function judgeTransparency(served: Served): Verdict | string {
  const { chain, leaf } = served;
  if (leaf.notBefore < policyFrom) return notApplicable('It was issued before 15 April 2022, under other rules');
  const required = requiredTimestamps(leaf);
  const possible = chain.scts.filter(mayCount);
  const certain = possible.filter(({ signature, log }) => signature === 'valid' && log !== null);
  if (satisfies(certain, required)) return pass(witnesses(certain));
  const doubt = doubtOf(served, possible, required);
  if (doubt !== null) return openAs(doubt, 'scts-in-doubt', { reason: doubt.reason });
  if (
    satisfies(
      chain.scts.filter((sct) => possible.includes(sct) || isWrong(sct)),
      required,
    )
  )
    return notApplicable('Some SCTs are invalid (separate check)');
  if (!wasAsked(served)) return openBy('scts-unrequested');
  const stapled = possible.filter(isOfStaple);
  const uncounted =
    stapled.length === 0
      ? ''
      : `. Chrome 148 and later do not count the ${stapled.length} in the stapled OCSP response`;
  const told = possible.filter((sct) => !isOfStaple(sct));
  const retired = logs(told.filter((sct) => !isCurrent(sct)));
  const past = retired === 0 ? '' : `, of which ${counted(retired, 'log')} ${retired === 1 ? 'is' : 'are'} retired`;
  return `${witnesses(told)}${past}${uncounted}; expected: SCTs from ${required} logs of at least two operators, at least one of them current, for a certificate with a lifetime of ${required === 3 ? 'more than' : 'at most'} 180 days.`;
}

export const certCtInsufficient = checkOf(publicLeaf('CT applies', { ofBrowsers: true }), {
  id: 'cert-ct-insufficient',
  title: 'The certificate has enough SCTs (Certificate Transparency)',
  finding: 'Too few valid SCTs (Certificate Transparency)',
  weakness: { cvss: 'conditionalAvailability', cwe: [295] },
  shows: (served) => sctProof(served, showLeaf(served, '-dates -ext ct_precert_scts')),
  judge: judgeTransparency,
});

export const certSctInvalid = checkOf(eachLeaf(), {
  id: 'cert-sct-invalid',
  title: 'All SCTs are valid',
  finding: 'Invalid SCT (signed certificate timestamp)',
  weakness: { cvss: 'conditionalAvailability', cwe: [347] },
  // OpenSSL verifies these signatures only with a file of log keys.
  shows: (served) => sctProof(served, []),
  judge: (served) => {
    const { scts } = served.chain;
    if (scts.length === 0) return notApplicable('There are no SCTs');
    const wrong = scts.filter(isWrong);
    const [first] = wrong;
    if (first !== undefined) {
      const why =
        first.signature === 'invalid'
          ? first.problem === null
            ? 'the signature is invalid'
            : timestampSentence(first.problem)
          : 'it was created after the log was retired';
      return `${wrong.length} of ${scts.length} SCTs ${wrong.length === 1 ? 'is' : 'are'} invalid. ${stateText(first)}: ${clause(why)}; expected: SCTs with valid signatures of recognized logs.`;
    }
    // A log newer than the list leaves its own timestamp open, but does not affect the others.
    const open = scts.find(({ signature, log }) => signature === 'not-verified' && log !== null);
    const verified = scts.filter(({ signature }) => signature === 'valid').length;
    if (open === undefined && verified === 0) return notApplicable('All SCTs are from logs that are not in the list');
    return open === undefined
      ? pass(`${verified} of ${scts.length} SCTs have valid signatures`)
      : openBy('sct-unverified', {
          log: stateText(open),
          why: open.problem === null ? '' : `: ${timestampSentence(open.problem)}`,
        });
  },
});
