import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { Resolver } from '../resolver/resolver.ts';
import { readAnchors, type TrustAnchor } from './anchors.ts';
import type { ValidationLookup } from './validator/security.ts';
import { Validator } from './validator/validator.ts';

/** The shared validator of an audit's probes; each queries under its own name. */
export type Validation = Pick<Validator, 'validate' | 'signatures' | 'hashName' | 'work'>;

/** The trust anchors in the settings; an empty list and the reason where they cannot be read. */
export function anchorsOf(trustAnchors: string | null): { anchors: TrustAnchor['records']; problem: string | null } {
  try {
    return { anchors: readAnchors(trustAnchors), problem: null };
  } catch (error) {
    if (error instanceof ProtocolError) return { anchors: [], problem: error.kept };
    throw error;
  }
}

const lookupOver =
  (resolver: Resolver, signal: AbortSignal): ValidationLookup =>
  async (name, type) => {
    const exchanged = await resolver.exchange(name, type, { signal });
    return exchanged.ok ? exchanged.message : null;
  };

/** The validator of one audit, over its resolver. */
export function createValidation(audit: {
  resolver: Resolver;
  trustAnchors: string | null;
  nowMs: number;
  signal: AbortSignal;
}): Validation {
  const { anchors } = anchorsOf(audit.trustAnchors);
  return new Validator({ lookup: lookupOver(audit.resolver, audit.signal), anchors, nowMs: audit.nowMs });
}

/** The same validator with queries through another view of the resolver. */
export function validationThrough(shared: Validation, resolver: Resolver, signal: AbortSignal): Validation {
  const own = lookupOver(resolver, signal);
  return {
    validate: async (name, type, lookup = own) => shared.validate(name, type, lookup),
    signatures: async (rrset, zone) => shared.signatures(rrset, zone),
    hashName: (name, parameters) => shared.hashName(name, parameters),
    get work() {
      return shared.work;
    },
  };
}
