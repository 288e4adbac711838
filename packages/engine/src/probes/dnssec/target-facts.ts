import type { TargetFacts } from '../../evidence/dnssec/schema.ts';
import { rrsetOf } from '../../net/dnssec/rrset.ts';
import type { JudgedSecurity, ProofStep } from '../../net/dnssec/validator/security.ts';
import type { Validated } from '../../net/dnssec/validator/validator.ts';
import type { ProbeContext } from '../probe.ts';
import { settled } from '../disputed.ts';
import { denialFactsOf, keysOf, messageOf, signaturesOf } from './asking.ts';

/** One question of the probe. */
export interface TargetQuestion {
  name: string;
  type: string;
  purpose: TargetFacts['purpose'];
}

const shown = ({ security, reason }: JudgedSecurity): JudgedSecurity => ({ security, reason });

const isAlias = ({ kind, type }: ProofStep): boolean => kind === 'records' && (type === 'CNAME' || type === 'DNAME');

/** The last judged step, including an opt-out span; null where a parent zone already decided. */
function lastOf({ proof }: Validated): ProofStep | null {
  const last = proof.at(-1);
  return last !== undefined && (last.kind === 'records' || last.kind === 'denial' || last.reason === 'opt-out')
    ? last
    : null;
}

const linksOf = ({ proof, effective }: Validated, type: string): TargetFacts['links'] =>
  proof
    .filter((step) => isAlias(step) && step.type !== type)
    .map((step) => ({
      name: step.name,
      type: step.type,
      zone: step.zone ?? '',
      ...shown(step),
      effective: step.security === 'secure' ? shown(effective) : shown(step),
    }));

/** The result of a query: the set at the end of its aliases, its signatures, and its denial. */
export async function targetFactsOf(
  context: ProbeContext,
  question: TargetQuestion,
  apex: string,
): Promise<TargetFacts> {
  const { name, type } = question;
  const validated = await context.validator.validate(name, type);
  const { owner } = validated;
  const message = await messageOf(context, owner, type);
  const rrset = message === null ? null : rrsetOf(message.answers, owner, type);
  const last = lastOf(validated);
  const zone = last?.zone ?? (owner === name ? apex : null);
  const signatures =
    rrset === null || zone === null ? [] : await signaturesOf(context, rrset, await keysOf(context, zone));
  const [record] = rrset?.records ?? [];
  const isLinkBogus = validated.proof.some((step) => isAlias(step) && step.security === 'bogus');
  const judged = zone === apex && !isLinkBogus ? await settled(context, validated) : validated;
  const denial = denialFactsOf(message, last?.denial ?? { kind: 'none', proves: null, lacks: null });
  const [shownBy] = denial.records;
  // An untrusted denial still shows how the zone denies.
  const untrusted =
    shownBy === undefined
      ? null
      : { ...denial, kind: shownBy.type === 'NSEC' ? ('nsec' as const) : ('nsec3' as const) };
  return {
    ...question,
    ...shown(judged),
    effective: shown(judged.security === validated.security ? validated.effective : judged),
    links: linksOf(validated, type),
    owner,
    zone,
    ttl: record?.ttl ?? null,
    count: rrset?.records.length ?? 0,
    signatures,
    denial: last?.denial === undefined ? untrusted : denial,
  };
}
