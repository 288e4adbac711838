import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EndpointsEvidence } from '../../evidence/endpoints/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import type { EndpointPlan } from '../../tls/inventory/endpoint-plan.ts';

const httpsPort = 443;

type Host = EndpointsEvidence['hosts'][number];

const allowedOf = (host: Host | undefined): Host['addresses'] => host?.addresses.filter(({ allowed }) => allowed) ?? [];

/** The first address of each family is asked in full, the others lightly; deep mode asks all in full. */
function plansOf(host: Host, isDeep: boolean): EndpointPlan[] {
  const families = new Set<number>();
  return allowedOf(host).map(({ address, family }) => {
    const isFirst = !families.has(family);
    families.add(family);
    return { address, port: httpsPort, serverName: host.host, depth: isDeep || isFirst ? 'full' : 'light' };
  });
}

/**
 * Which endpoints are asked: the apex's allowed addresses (those of www where the apex has none), and one address of www
 * that the apex does not have.
 */
export function planEndpoints(target: TargetEvidence, endpoints: EndpointsEvidence): EndpointPlan[] {
  const hosts = hostsWith(endpoints, 'web');
  const isDeep = target.scanMode === 'deep';
  const apex = hosts.find(({ host }) => host === target.domain) ?? hosts[0];
  const www = hosts.find((host) => host !== apex && allowedOf(host).length > 0);
  if (apex === undefined || allowedOf(apex).length === 0) return www === undefined ? [] : plansOf(www, isDeep);
  const known = new Set(allowedOf(apex).map(({ address }) => address));
  const other = allowedOf(www).find(({ address }) => !known.has(address));
  const plans = plansOf(apex, isDeep);
  if (www === undefined || other === undefined) return plans;
  return [
    ...plans,
    { address: other.address, port: httpsPort, serverName: www.host, depth: isDeep ? 'full' : 'light' },
  ];
}
