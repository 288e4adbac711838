import { registrableDomainOf } from '@perimeter/protocols/domain/name';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { edgeNetworkOf } from '../../evidence/http/edge-marks.ts';
import type { SweptAddress } from '../../evidence/ports/schema.ts';
import { shippedEdges } from '../../net/edges/edge-networks.data.ts';
import { edgeAt } from '../../net/edges/edges.ts';
import type { ProbeContext } from '../probe.ts';

type Needed = Pick<EvidenceByKind, 'endpoints' | 'tls' | 'certificates' | 'http'>;

/** An address to sweep, with signs of its operator. */
export type PlannedAddress = Pick<SweptAddress, 'address' | 'host' | 'edge' | 'sharedWith'>;

/** Most addresses that are swept, of both families if there are two. */
const maxAddresses = 2;

/** Names in the certificate for clients without SNI. */
function defaultNames(address: string, { tls, certificates }: Needed): readonly string[] {
  const endpoint = tls.endpoints.find((one) => one.address === address && one.port === 443);
  const leaf = endpoint?.withoutServerName.known === true ? endpoint.withoutServerName.value.leafSha256 : null;
  const shown = leaf === null ? undefined : certificates.certificates.find(({ sha256 }) => sha256 === leaf);
  return (shown?.subjectAltNames ?? []).filter(({ type }) => type === 'dns').map(({ value }) => value);
}

/** A foreign domain that all names of the default certificate belong to. */
function otherDomain(names: readonly string[], registrableDomain: string): string | null {
  const domains = names.map((name) => registrableDomainOf(name.replace(/^\*\./, '')) ?? name);
  return domains.length > 0 && !domains.includes(registrableDomain) ? (domains[0] ?? null) : null;
}

/** Operators by a word in the names of their default certificates. */
const certificateWords: Readonly<Record<string, RegExp>> = {
  Cloudflare: /cloudflare/i,
  Fastly: /fastly/i,
  'Amazon CloudFront': /cloudfront/i,
  Akamai: /akamai/i,
};

function edgeOf(address: string, context: ProbeContext, needed: Needed): SweptAddress['edge'] {
  const inRange = edgeAt(address, context.settings.edges ?? shippedEdges);
  if (inRange !== null) return { name: inRange, by: 'range' };
  const final = needed.http.exchanges.find(({ id }) => id === needed.http.finalDocument);
  const marked = final?.result.ok === true ? edgeNetworkOf(final.result.response.headers) : null;
  // Headers may be passed on by other servers; the default certificate is the operator's own.
  const word = marked === null ? undefined : certificateWords[marked];
  return marked !== null && word !== undefined && defaultNames(address, needed).some((name) => word.test(name))
    ? { name: marked, by: 'certificate' }
    : null;
}

/** The first allowed address of each family, of the domain and its www host. */
export function plannedAddresses(context: ProbeContext, needed: Needed): PlannedAddress[] {
  const web = needed.endpoints.hosts.filter(({ roles }) => roles.includes('web'));
  const firsts = web.flatMap(({ host, addresses }) =>
    ([4, 6] as const).flatMap((family) => {
      const first = addresses.find((one) => one.allowed && one.family === family);
      return first === undefined ? [] : [{ host, address: first.address }];
    }),
  );
  const distinct = firsts.filter(({ address }, at) => firsts.findIndex((one) => one.address === address) === at);
  return distinct.slice(0, maxAddresses).map(({ host, address }) => ({
    address,
    host,
    edge: edgeOf(address, context, needed),
    sharedWith: otherDomain(defaultNames(address, needed), context.target.registrableDomain),
  }));
}
