import type { BehaviourEvidence } from '../../evidence/behaviour/schema.ts';
import { portOf } from '../../net/http/request.ts';
import type { ProbeContext } from '../probe.ts';
import { alternativeHosts, servicesOf } from './alternatives.ts';
import { echServers } from './ech.ts';
import { askVersions, http3Place } from './http3.ts';

type Ways = Required<Pick<BehaviourEvidence, 'ech' | 'alternatives'>> & {
  http3: NonNullable<BehaviourEvidence['http3']['asked']> | null;
};

/** Alternatives that the site advertises: HTTP/3, Alt-Svc hosts, Encrypted Client Hello. Only for https sites. */
export async function otherWays(
  context: ProbeContext,
  altSvc: readonly string[],
  { url, address }: { url: URL; address: string },
): Promise<Ways> {
  if (url.protocol !== 'https:') return { http3: null, ech: [], alternatives: [] };
  const host = url.hostname;
  const services = await servicesOf(context, host);
  const place = http3Place(altSvc, services, { host, address });
  const [http3, ech, alternatives] = await Promise.all([
    place === null ? null : askVersions(context, place),
    echServers(context, services, { address, port: portOf(url) }),
    alternativeHosts(context, altSvc, host),
  ]);
  return { http3, ech, alternatives };
}
