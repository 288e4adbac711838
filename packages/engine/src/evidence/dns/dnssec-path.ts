import { algorithmName } from '@perimeter/protocols/dns/dnssec-algorithms';
import { protocolErrorText } from '@perimeter/protocols/protocol-error';
import type { DnssecStep } from './schema.ts';

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).concat('Z');

const keyText = ({ algorithm, keyTag }: { algorithm: number; keyTag: number }): string =>
  `${algorithmName(algorithm)} key ${keyTag}`;

/** The result of verifying the signature over the records. */
function signatureText({ reason, zone, signature }: DnssecStep): string | null {
  if (signature === undefined) return null;
  const { signer, inception, expiration } = signature;
  switch (reason) {
    case 'signed':
      return `signed with ${keyText(signature)} until ${dateOf(expiration)}`;
    case 'wrong-signer':
      return `signed by ${signer}, not by ${zone ?? 'the zone'}`;
    case 'too-many-labels':
      return 'signature counts too many labels';
    case 'expired':
    case 'rrsig-expired':
      return `signature expired on ${dateOf(expiration)}`;
    case 'not-yet-valid':
    case 'rrsig-not-yet':
      return `signature is not valid before ${dateOf(inception)}`;
    case 'unknown-algorithm':
      return `signed with ${keyText(signature)}, which is not verified here`;
    case 'unknown-key':
      return `signed with ${keyText(signature)}, which the zone does not have`;
    case 'bad-signature':
    case 'rrsig-invalid':
      return `signature of ${keyText(signature)} does not verify`;
    default:
      return null;
  }
}

/** The records whose signature decides: those requested, or the CNAME or SOA in their place. */
function recordsText({ type, standsIn }: DnssecStep): string {
  if (standsIn === 'alias') return `${type ?? ''} is an alias, not followed: CNAME`;
  if (standsIn === 'absence') return `${type ?? ''} is absent: proof`;
  return type ?? '';
}

function verdictText(step: DnssecStep): string {
  const { type } = step;
  const keys = [...new Set((step.entryKeys ?? []).map(keyText))].join(', ');
  const prefix = keys === '' ? '' : `${keys} matches, `;
  if (step.status === 'secure' && step.standsIn === 'absence' && step.signature === undefined)
    return `${type ?? ''} is absent, which is proved`;
  const signed = signatureText(step);
  if (signed !== null) return `${prefix}${recordsText(step)} ${signed}`;
  return `${prefix}${recordsText(step)} is not signed`;
}

function reasonText(step: DnssecStep): string {
  const { reason, type, zone, failure, responseCode, problem } = step;
  switch (reason) {
    case 'no-anchor':
      return 'no trust anchor at or above it';
    case 'unreadable-anchors':
      return `The trust anchors cannot be read: ${protocolErrorText(problem ?? '')}`;
    case 'name-too-long':
      return `more than ${step.maxLabels ?? 0} labels`;
    case 'no-answer':
      return `${type ?? ''}: no answer (${failure ?? 'failed'})`;
    case 'response-code':
      return `${type ?? ''}: the resolver answered with code ${responseCode ?? 0}`;
    case 'nothing-signed':
      return `${type ?? ''}: neither records nor a signed absence`;
    case 'unsupported-ds':
    case 'unsupported-algorithm':
    case 'unsupported-digest':
      return 'DS records are of algorithms or digests that are not verified here';
    case 'dnskey-missing':
    case 'key-missing':
      return 'no DNSKEY where the parent has a DS';
    case 'dnskey-mismatch':
    case 'ds-mismatch':
      return 'no DNSKEY matches the DS';
    case 'no-ds':
      return `${step.hasKeys === true ? 'signed, but ' : ''}no DS record in ${zone === '.' ? 'the root zone' : (zone ?? 'the parent zone')}`;
    case 'opt-out':
      return `${type ?? ''} is in a span that leaves out unsigned delegations (opt-out)`;
    case 'denial-missing':
      return `${type ?? ''} is absent, without proof (NSEC or NSEC3)`;
    case 'denial-wrong':
      return `${type ?? ''} is absent, and the proof (NSEC or NSEC3) does not show that`;
    case 'alias-loop':
      return 'aliases loop, or are too many to follow';
    case 'stripped':
      return `${type ?? ''}: the resolver leaves out signatures or proofs`;
    case 'capped':
      return `${type ?? ''}: not verified, because it takes more arithmetic than an audit spends`;
    default:
      return verdictText(step);
  }
}

/** The steps of a chain in words, one line each: "lab: ECDSAP256SHA256 key 1 matches, DNSKEY signed with …". */
export const dnssecPath = (steps: readonly DnssecStep[]): string[] =>
  steps.map((step) =>
    step.name === null ? reasonText(step) : `${step.name === '.' ? 'root zone' : step.name}: ${reasonText(step)}`,
  );
