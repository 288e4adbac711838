import { policyTables } from '../sites/all.ts';
import type { Endpoint, TlsTruth, TlsVersion } from './endpoint.ts';
import { site, withoutTls } from './web.data.ts';

/** TLS properties of a site with other protocols, or only one version. */
function truthOf(tls: TlsTruth, alpn: readonly string[] = tls.alpn ?? [], only?: TlsVersion): TlsTruth {
  const { suites } = tls;
  if (only === undefined) return { ...tls, alpn };
  const kept = suites?.[only];
  return { ...tls, alpn, versions: [only], ...(kept === undefined ? {} : { suites: { [only]: kept } }) };
}

/** Sites for checks of HTTP policies, with addresses in the order of their tables. */
export const policyEndpoints: readonly Endpoint[] = policyTables.flatMap(({ first, sites }) =>
  Object.entries(sites).map(([host, { what, more: { alpn, only, fault, ...more } = {} }], index) => {
    const certificates = fault === undefined ? {} : { certificates: [{ key: 'p256', fault } as const] };
    const made = site(host, first + index, what, { address: `198.18.0.${first + index}`, ...more, ...certificates });
    const row = made.tls === undefined ? made : { ...made, tls: truthOf(made.tls, alpn, only) };
    return row.ports.includes(443) ? row : withoutTls(row);
  }),
);
