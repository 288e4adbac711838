import { type OptOutTarget, readOptOutTarget } from '../audits/opt-out-target.ts';
import { invalidDomain } from './auditable-domain.ts';

/** The domain or network in a text. Throws invalid_domain. */
export function optOutTarget(input: string, pointer: string): OptOutTarget {
  const read = readOptOutTarget(input);
  if (read.ok) return read.target;
  throw invalidDomain([{ pointer, message: read.message }]);
}
