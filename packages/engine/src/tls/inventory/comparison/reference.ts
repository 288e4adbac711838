import { setTimeout as pause } from 'node:timers/promises';
import type { TlsEndpoint } from '../../../evidence/tls/schema.ts';
import type { ScanSession } from '../scan-session.ts';
import { isComparable } from './likeness.ts';

/** A slow reference is not waited for: this address is then scanned in full. */
const referenceMs = 15_000;

/** The inventory to compare with; null where it is late or not comparable. */
export async function awaitReference({ reference, signal }: ScanSession): Promise<TlsEndpoint | null> {
  const late = new AbortController();
  const ends = AbortSignal.any([signal, late.signal]);
  const limit = pause(referenceMs, null, { signal: ends }).catch(() => null);
  const found = await Promise.race([reference ?? null, limit]);
  late.abort();
  return found !== null && isComparable(found) ? found : null;
}
