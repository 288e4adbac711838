import { otherPorts } from './tls/other-ports.data.ts';
import { injectionPorts } from './vulnerabilities/plaintext/starttls-injection.ts';

/** A port of a target's address that audits connect to, and what they send. */
export interface PublishedPort {
  port: number;
  mode: 'both' | 'deep';
  sent: string;
}

const opening = (upgrade: string | null): string =>
  upgrade === null ? '' : `the greeting and ${upgrade.toUpperCase()}'s way to TLS, then `;

const ofService = ({ port, upgrade }: (typeof otherPorts)[number]): PublishedPort => ({
  port,
  mode: 'deep',
  sent: [
    `${opening(upgrade)}one hello of each version from SSL 2.0 to TLS 1.3, those that are closed once more`,
    ...(injectionPorts.includes(port) ? ['one NOOP or CAPA behind STARTTLS'] : []),
  ].join('; '),
});

/** Every port of a target's own addresses that an audit connects to; redirects and certificate URLs name their own. */
export const publishedPorts: readonly PublishedPort[] = [
  { port: 80, mode: 'both', sent: 'the [published requests](docs/asked-requests.md), one GET with `Upgrade: TLS/1.0`' },
  {
    port: 443,
    mode: 'both',
    sent: 'TLS and SSL handshakes, the [published requests](docs/asked-requests.md); by UDP at most 3 questions for the versions of QUIC, also to the port that Alt-Svc names; in deep mode malformed records and secrets',
  },
  ...otherPorts.map(ofService).toSorted((a, b) => a.port - b.port),
];
