import type { SecurityReason } from '../dns/schema.ts';

/** Why a zone is insecure, as a clause after its name; a signed zone can be insecure too. */
export function unsignedText(reason: SecurityReason, hasKeys = false): string {
  if (reason === 'unsupported-algorithm') return 'is signed with nothing but algorithms that validators do not support';
  if (reason === 'unsupported-digest') return 'is signed, with nothing but DS digests that validators do not support';
  return hasKeys ? 'is signed, but its parent zone has no DS record' : 'is not signed';
}
