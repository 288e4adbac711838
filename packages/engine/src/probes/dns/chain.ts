import type { DnsEvidence, DnssecStep } from '../../evidence/dns/schema.ts';
import { type ProofStep, weakest } from '../../net/dnssec/validator/security.ts';
import type { Validated } from '../../net/dnssec/validator/validator.ts';

function stepOf({ kind, name, type, zone, signature, entryKeys, hasKeys, security, reason }: ProofStep): DnssecStep {
  const decided = signature === null ? {} : { signature: signatureOf(signature) };
  return {
    name,
    type,
    status: security,
    reason,
    ...(zone === null ? {} : { zone }),
    ...(kind === 'denial' && { standsIn: 'absence' as const }),
    ...(entryKeys !== undefined && entryKeys.length > 0 && { entryKeys: [...entryKeys] }),
    ...decided,
    ...(hasKeys !== undefined && { hasKeys }),
  };
}

const signatureOf = ({
  algorithm,
  keyTag,
  signer,
  inception,
  expiration,
}: NonNullable<ProofStep['signature']>): NonNullable<DnssecStep['signature']> => ({
  algorithm,
  keyTag,
  signer,
  inception,
  expiration,
});

/** The chain of a name for evidence: each zone once, then each validated type. */
export function chainOf(validated: readonly Validated[]): DnsEvidence['dnssec'] {
  const [first, ...others] = validated;
  const steps = validated.flatMap(({ proof }) => proof.map(stepOf));
  const placeOf = ({ name, type }: DnssecStep): string => `${name} ${type}`;
  const once = [...new Map(steps.map((step) => [placeOf(step), step])).values()];
  return { status: first === undefined ? 'indeterminate' : weakest(first, ...others).security, steps: once };
}

/** An empty chain, because the operator's trust anchors are invalid. */
export const withoutAnchors = (problem: string): DnsEvidence['dnssec'] => ({
  status: 'indeterminate',
  steps: [{ name: null, type: null, status: 'indeterminate', reason: 'unreadable-anchors', problem }],
});
