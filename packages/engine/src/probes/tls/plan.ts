import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { EndpointPlan } from '../../tls/inventory/endpoint-plan.ts';

const httpsPort = 443;

type Host = EndpointsEvidence['hosts'][number];

const allowedOf = (host: Host | undefined): Host['addresses'] => host?.addresses.filter(({ allowed }) => allowed) ?? [];

/**
 * The first address has full depth, the first of the other family is compared with it, the others are light; in deep
 * mode all have full depth.
 */
function plansOf(host: Host, isDeep: boolean): EndpointPlan[] {
  const families = new Set<number>();
  return allowedOf(host).map(({ address, family }) => {
    const isFirst = !families.has(family);
    families.add(family);
    const depth = isDeep || (isFirst && families.size === 1) ? 'full' : isFirst ? 'compared' : 'light';
    return { address, port: httpsPort, serverName: host.host, depth };
  });
}

/**
 * The endpoints to scan: the apex's allowed addresses (those of www where the apex has none), and at light depth those
 * that only www has, so that the certificate of every visitor address is seen.
 */
export function planEndpoints(target: TargetEvidence, endpoints: EndpointsEvidence): EndpointPlan[] {
  const hosts = hostsWith(endpoints, 'web');
  const isDeep = target.scanMode === 'deep';
  const apex = hosts.find(({ host }) => host === target.domain) ?? hosts[0];
  const www = hosts.find((host) => host !== apex && allowedOf(host).length > 0);
  if (apex === undefined || allowedOf(apex).length === 0) return www === undefined ? [] : plansOf(www, isDeep);
  const known = new Set(allowedOf(apex).map(({ address }) => address));
  const others = www === undefined ? [] : plansOf(www, isDeep).filter(({ address }) => !known.has(address));
  return [...plansOf(apex, isDeep), ...others.map((plan) => ({ ...plan, depth: isDeep ? 'full' : 'light' }) as const)];
}
