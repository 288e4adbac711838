import type { Negotiation } from '../../../evidence/vulnerabilities/exchange.ts';
import type { FirstFlight } from '../../../tls/client/first-flight.ts';

/** The offered and chosen parameters as evidence. */
export const negotiationOf = ({ sent, hello }: FirstFlight): Negotiation => ({
  offered: {
    version: sent.version,
    serverName: sent.serverName,
    suites: [...sent.suites],
    extensions: [...sent.extensions],
  },
  suite: hello.suite,
  extensions: [...hello.extensions.keys()],
});
