import type { Finding } from '@perimeter/contract/finding';
import type { NetworkSection } from '@perimeter/contract/observed/network';
import type { AuditEvidence } from '../../evidence/evidence.ts';
import { networkMember } from '../../evidence/names/member.ts';
import type { PortsEvidence, SweptAddress } from '../../evidence/ports/schema.ts';
import type { RoutingEvidence } from '../../evidence/routing/schema.ts';
import { referencesOf } from './references.ts';

type Host = NonNullable<NetworkSection['hosts']>[number];

/** Most open ports listed per address; the rest is counted. */
const mostPorts = 64;

function hostOf(place: SweptAddress, { open }: PortsEvidence, findings: readonly Finding[]): Host {
  const { address, host, edge, sharedWith, tarpit } = place;
  const own = open.filter((one) => one.address === address);
  const failedAt = (port: number): string[] =>
    findings
      .filter((one) => one.address === address && one.affectedUrl === `tcp://${host}:${port}`)
      .map(({ checkId }) => checkId);
  return {
    address,
    host,
    edge: edge?.name ?? null,
    sharedWith,
    acceptsEverything: tarpit,
    ports: own.slice(0, mostPorts).map(({ port, service, version, access }) => ({
      port,
      service,
      version,
      access,
      checks: [...new Set(failedAt(port))],
    })),
    portsLeft: Math.max(0, own.length - mostPorts),
    closed: place.closed.length,
    filtered: place.silent.length,
    unknown: place.unseen.length,
  };
}

function registrationOf(routing: RoutingEvidence | undefined): NetworkSection['registration'] {
  const record = routing?.registration.known === true ? routing.registration.value : null;
  if (record === null) return null;
  const { statuses, expiresMs, createdMs = null, registrar = null, isSigned = null } = record;
  return { statuses, expires: expiresMs, created: createdMs, registrar, signed: isSigned };
}

/** Names, ports and registration of the domain; null without such evidence. */
export function wholeNetworkMember(evidence: AuditEvidence, findings: readonly Finding[]): NetworkSection | null {
  const { names, ports, routing } = evidence;
  const known = names === undefined ? null : networkMember(names, referencesOf(evidence));
  const hosts = (ports?.addresses ?? []).flatMap((place) =>
    ports === undefined ? [] : hostOf(place, ports, findings),
  );
  const registration = registrationOf(routing);
  if (known === null && hosts.length === 0 && registration === null) return null;
  return { ...(known ?? { names: [], namesLeft: 0, references: [] }), hosts, registration };
}
