import type { Endpoint } from '@perimeter/lab/hosts/endpoint';
import { testInventories, tlsRows } from '../testing/inventory-suite.ts';

// One server of each program and configuration, and those that answer some hellos in ways of their own.

const odd =
  /^(?:(?:hangs|resets|alerts)-on-|tarpit|grease-|hello-1500|octet-records|record-|straddling|warns-first|alert-then-reset|abrupt|wants-sni|demands-certificate|late-groups)/u;

/** What a server is known by. */
const kindOf = ({ host, server, tls }: Endpoint): string =>
  odd.test(host) ? host : `${server} ${JSON.stringify(tls)}`;

testInventories([...new Map(tlsRows.toReversed().map((row) => [kindOf(row), row])).values()].toReversed());
