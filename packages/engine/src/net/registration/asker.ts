import type { AuthoritativeClient } from '../authoritative/client.ts';
import type { Validation } from '../dnssec/validation.ts';
import type { Resolver } from '../resolver/resolver.ts';

/** A caller's views of the resolver, the validator and the direct queries. */
export interface RegistrationAsker {
  authoritative: Pick<AuthoritativeClient, 'ask'>;
  resolver: Pick<Resolver, 'query'>;
  validator: Pick<Validation, 'validate'>;
  signal: AbortSignal;
}
