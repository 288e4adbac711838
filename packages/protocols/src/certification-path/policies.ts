import type { ParsedCertificate } from '../x509/certificate.ts';
import { anyPolicy } from '../x509/object-identifiers.data.ts';
import { isSelfIssued } from './rules/profile.ts';

/** What goes down the path (RFC 5280 section 6.1.2); valid: the policies in force, null where none is left. */
interface PolicyState {
  valid: ReadonlySet<string> | null;
  explicit: number;
  mapping: number;
  any: number;
}

/** Policies in force after a certificate; the initial set is any-policy, so only whether one is left can matter. */
function apply(state: PolicyState, certificate: ParsedCertificate, isLeaf: boolean): ReadonlySet<string> | null {
  const { valid } = state;
  const stated = certificate.policies;
  if (valid === null || stated === null) return null;
  const takesAny = stated.includes(anyPolicy) && (state.any > 0 || (!isLeaf && isSelfIssued(certificate)));
  const named = stated.filter((oid) => oid !== anyPolicy && (valid.has(anyPolicy) || valid.has(oid)));
  const next = new Set([...named, ...(takesAny ? valid : [])]);
  return next.size === 0 ? null : next;
}

/** Policies as the next certificate names them (RFC 5280 section 6.1.4 b). */
function mapped(state: PolicyState, { policyMappings }: ParsedCertificate): ReadonlySet<string> | null {
  if (policyMappings === null || state.valid === null) return state.valid;
  const from = new Set(policyMappings.map(([issuerPolicy]) => issuerPolicy));
  const kept = [...state.valid].filter((oid) => !from.has(oid));
  const { valid } = state;
  const usable = state.mapping > 0 ? policyMappings.filter(([oid]) => valid.has(oid) || valid.has(anyPolicy)) : [];
  const next = new Set([...kept, ...usable.map(([, subjectPolicy]) => subjectPolicy)]);
  return next.size === 0 ? null : next;
}

const least = (counter: number, limit: number | null | undefined): number => Math.min(counter, limit ?? counter);

/** The counters after an issuer (RFC 5280 section 6.1.4 h to j). */
function prepared(state: PolicyState, issuer: ParsedCertificate): PolicyState {
  const step = isSelfIssued(issuer) ? 0 : 1;
  const { policyConstraints: constraints } = issuer;
  return {
    valid: mapped(state, issuer),
    explicit: least(Math.max(0, state.explicit - step), constraints?.requireExplicitPolicy),
    mapping: least(Math.max(0, state.mapping - step), constraints?.inhibitPolicyMapping),
    any: least(Math.max(0, state.any - step), issuer.inhibitAnyPolicy),
  };
}

/** The counter after the leaf (RFC 5280 section 6.1.5 a and b). */
const finalExplicit = (state: PolicyState, { policyConstraints: constraints }: ParsedCertificate): number =>
  constraints?.requireExplicitPolicy === 0 ? 0 : Math.max(0, state.explicit - 1);

/**
 * Where a path requires an explicit policy and none is valid along all of it, the certificate that shows it (RFC 5280
 * section 6.1, without the tree: the nodes of one depth show whether it is empty); else null. `path` is leaf first and
 * ends with the root, which is not judged.
 */
export function policyProblem(path: readonly ParsedCertificate[]): ParsedCertificate | null {
  const judged = path.slice(0, -1).toReversed();
  const never = judged.length + 1;
  let state: PolicyState = { valid: new Set([anyPolicy]), explicit: never, mapping: never, any: never };
  for (const [index, certificate] of judged.entries()) {
    const isLeaf = index === judged.length - 1;
    state = { ...state, valid: apply(state, certificate, isLeaf) };
    const explicit = isLeaf ? finalExplicit(state, certificate) : state.explicit;
    if (explicit === 0 && state.valid === null) return certificate;
    state = prepared(state, certificate);
  }
  return null;
}
