import type { CertificatesEvidence } from '../evidence/certificates/schema.ts';
import type { AuditEvidence } from '../evidence/evidence.ts';
import type { RememberedKey } from '../evidence/history/schema.ts';
import type { AuditMemory } from '../evidence/history/memory.ts';
import type { Remembered } from '../probes/probe.ts';

/** Keys of a target beyond this are those of a host that changes them all the time; the ones seen last are kept. */
const maxKeys = 64;

type SeenKey = Omit<RememberedKey, 'firstSeenMs' | 'lastSeenMs'>;

const nameOf = ({ host, port, spkiSha256 }: SeenKey): string => `${host}:${port} ${spkiSha256}`;

/** The keys of all leaves that could be read. */
function keysIn({ certificates, chains }: CertificatesEvidence): SeenKey[] {
  return chains.flatMap(({ serverName: host, port, served }) => {
    const leaf = certificates.find(({ sha256 }) => sha256 === served[0]);
    if (leaf === undefined || leaf.malformed !== null) return [];
    return [{ host, port, algorithm: leaf.key.algorithm, spkiSha256: leaf.key.spkiSha256 }];
  });
}

function keysAfter(earlier: readonly RememberedKey[], seen: readonly SeenKey[], nowMs: number): RememberedKey[] {
  const keys = new Map(earlier.map((key) => [nameOf(key), key]));
  for (const key of seen) {
    const known = keys.get(nameOf(key));
    keys.set(nameOf(key), { ...key, firstSeenMs: known?.firstSeenMs ?? nowMs, lastSeenMs: nowMs });
  }
  return [...keys.values()].toSorted((a, b) => b.lastSeenMs - a.lastSeenMs).slice(0, maxKeys);
}

/** What is to be remembered after an audit: all that was before, and what this one saw and its probes hand over. */
export function memoryAfter(
  earlier: AuditMemory | null,
  { target, certificates }: AuditEvidence,
  remembered: Remembered,
): AuditMemory {
  const nowMs = target.startedAtMs;
  return {
    sinceMs: earlier?.sinceMs ?? nowMs,
    keys: keysAfter(earlier?.keys ?? [], certificates === undefined ? [] : keysIn(certificates), nowMs),
    sessions: [...(remembered.sessions ?? earlier?.sessions ?? [])],
  };
}
