import type { AuthoritativeClient } from '../authoritative/client.ts';
import type { Validation } from '../dnssec/validation.ts';
import type { Resolver } from '../resolver/resolver.ts';

/** Who asks, and how: a probe's views of the resolver, the validator and what it may ask directly. */
export interface RegistrationAsker {
  authoritative: Pick<AuthoritativeClient, 'ask'>;
  resolver: Pick<Resolver, 'query'>;
  validator: Pick<Validation, 'validate'>;
  signal: AbortSignal;
}
