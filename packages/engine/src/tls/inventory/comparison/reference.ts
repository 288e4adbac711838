import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import { inTime } from '../../../net/in-time.ts';
import type { ScanSession } from '../scan-session.ts';
import { isComparable } from './likeness.ts';

/** A slow reference is not waited for: this address is then scanned in full. */
const referenceMs = 15_000;

/** The inventory to compare with; null where it is late or not comparable. */
export async function awaitReference({ reference, signal }: ScanSession): Promise<TlsEndpoint | null> {
  const found = reference === undefined ? null : await inTime(reference, referenceMs, () => null, signal);
  return found !== null && isComparable(found) ? found : null;
}
