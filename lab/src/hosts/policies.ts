import { policyTables } from '../sites/all.ts';
import type { Endpoint } from './endpoint.ts';
import { site, withoutTls } from './web.data.ts';

/** Sites for checks of HTTP policies, with addresses in the order of their tables. */
export const policyEndpoints: readonly Endpoint[] = policyTables.flatMap(({ first, sites }) =>
  Object.entries(sites).map(([host, { what, more: { alpn, fault, ...more } = {} }], index) => {
    const certificates = fault === undefined ? {} : { certificates: [{ key: 'p256', fault } as const] };
    const made = site(host, first + index, what, { address: `198.18.0.${first + index}`, ...more, ...certificates });
    const row = alpn === undefined || made.tls === undefined ? made : { ...made, tls: { ...made.tls, alpn } };
    return row.ports.includes(443) ? row : withoutTls(row);
  }),
);
