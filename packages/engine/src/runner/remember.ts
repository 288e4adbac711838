import type { CertificatesEvidence } from '../evidence/certificates/schema.ts';
import type { AuditEvidence } from '../evidence/evidence.ts';
import type { RememberedKey, RememberedPorts } from '../evidence/history/schema.ts';
import type { PortsEvidence } from '../evidence/ports/schema.ts';
import type { AuditMemory } from '../evidence/history/memory.ts';
import type { Remembered } from '../probes/probe.ts';

/** Most keys of a target, the latest ones: more are from a host that changes its key constantly. */
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

/** Most addresses with stored ports, the last tested ones. */
const maxAddresses = 8;

/** The ports of each address, with those of earlier audits that this one did not test; without foreign addresses and tarpits. */
function portsAfter(earlier: readonly RememberedPorts[], seen: PortsEvidence, nowMs: number): RememberedPorts[] {
  const places = seen.addresses.filter(({ edge, tarpit }) => edge === null && !tarpit);
  const now = places.map(({ address, closed, silent, answering }): RememberedPorts => {
    const open = seen.open.filter((one) => one.address === address).map(({ port }) => port);
    const shut = [...closed, ...(answering ? silent : [])];
    const before = earlier.find((one) => one.address === address);
    const isOld = (port: number): boolean => !open.includes(port) && !shut.includes(port);
    return {
      address,
      open: [...open, ...(before?.open ?? []).filter(isOld)],
      closed: [...shut, ...(before?.closed ?? []).filter(isOld)],
      lastSeenMs: nowMs,
    };
  });
  const others = earlier.filter(({ address }) => !now.some((one) => one.address === address));
  return [...now, ...others].slice(0, maxAddresses);
}

/** The memory after an audit: the earlier one, updated with this audit's evidence and its probes' data. */
export function memoryAfter(
  earlier: AuditMemory | null,
  { target, certificates, ports }: AuditEvidence,
  remembered: Remembered,
): AuditMemory {
  const nowMs = target.startedAtMs;
  return {
    sinceMs: earlier?.sinceMs ?? nowMs,
    keys: keysAfter(earlier?.keys ?? [], certificates === undefined ? [] : keysIn(certificates), nowMs),
    sessions: [...(remembered.sessions ?? earlier?.sessions ?? [])],
    ports: ports === undefined ? (earlier?.ports ?? []) : portsAfter(earlier?.ports ?? [], ports, nowMs),
  };
}
