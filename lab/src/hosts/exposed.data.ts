import {
  daemonsOf,
  exposedGroups,
  sharedDaemons,
  type ExposedGroup,
  type ServiceTruth,
} from './exposed-services.data.ts';
import type { Endpoint } from './endpoint.ts';

const web = [443];

/** A host with a web site and services; in 198.18.0.0/24 unless its options have another address. */
const host = (
  name: string,
  lastOctet: number,
  ports: readonly number[],
  what: string,
  more: Partial<Endpoint> = {},
): Endpoint => ({
  host: name,
  address: `198.18.0.${lastOctet}`,
  ipv6: false,
  server: 'node',
  ports: [...new Set([...web, ...ports])],
  what,
  certificates: [{ key: 'p256' }],
  tls: { versions: ['TLSv1.2', 'TLSv1.3'] },
  loopback: false,
  ...more,
});

const names = (group: ExposedGroup): readonly (readonly [string, ServiceTruth])[] =>
  Object.entries(exposedGroups[group]);
const groups = Object.keys(exposedGroups).filter((name): name is ExposedGroup => name in exposedGroups);

/** A service of a host of the lab, with what is true of it there. */
export interface ExposedService extends ServiceTruth {
  readonly host: string;
  readonly name: string;
  readonly isOpen: boolean;
  /** The daemon of Debian that answers, which the lab may have to do without; none: a server of ours does. */
  readonly daemons: readonly string[];
}

/** Every service of a group and its guarded twin; those whose sound state is silence only on the open side. */
export const exposedServices: readonly ExposedService[] = groups.flatMap((group) =>
  names(group).flatMap(([name, truth]) =>
    (['exposed2', 'guarded2'] as const)
      .map((side) => ({
        ...truth,
        host: `${side}-${group}.lab`,
        name,
        isOpen: side === 'exposed2',
        daemons:
          daemonsOf[name]?.includes(side) === true ? [`${sharedDaemons[name] ?? name}.${side}-${group}.lab`] : [],
      }))
      .filter(({ isOpen, guarded }) => isOpen || guarded !== null),
  ),
);

const portsOf = (name: string, udp: boolean): readonly number[] =>
  exposedServices.filter((one) => one.host === name && (one.udp ?? false) === udp).map(({ port }) => port);

const twins: readonly Endpoint[] = groups.flatMap((group, index) =>
  (
    [
      ['exposed2', 160, 'open to everybody'],
      ['guarded2', 180, 'as they should be'],
    ] as const
  ).map(([side, first, how]) => {
    const name = `${side}-${group}.lab`;
    const udp = portsOf(name, true);
    const listed = names(group).map(([service]) => service);
    return host(name, first + index, portsOf(name, false), `Services ${how}: ${listed.join(' ')}`, {
      address: `192.0.2.${first + index}`,
      ...(udp.length > 0 ? { udp } : {}),
    });
  }),
);

/** Ports of industrial control systems, to which audits must send nothing. */
export const industrialPorts = [102, 502, 20_000, 44_818, 47_808] as const;

const ssh = (name: string, lastOctet: number, what: string): Endpoint =>
  host(`ssh-${name}.lab`, lastOctet, [22], `SSH: ${what}`);

/** SSH servers; the first two are real. */
const sshHosts: readonly Endpoint[] = [
  ssh('modern', 190, "OpenSSH with Debian's defaults"),
  ssh('weak', 191, 'OpenSSH with SHA-1, CBC and MD5 switched on'),
  ssh('sound', 192, 'post-quantum key exchange and modern algorithms only'),
  ssh('ancient', 193, 'both protocol versions, DSA, arcfour, group 1'),
  ssh('one', 194, 'protocol 1 alone'),
  ssh('terrapin', 195, 'ChaCha20-Poly1305 without strict key exchange'),
  ssh('terrapin-cbc', 196, 'CBC with encrypt-then-MAC without strict key exchange'),
  ssh('terrapin-none', 197, 'AES-GCM without strict key exchange, which needs none'),
  ssh('no-pq', 198, 'no post-quantum key exchange'),
  ssh('kex', 199, 'group 14 with SHA-1'),
  ssh('key', 200, 'a host key for SHA-1 signatures alone'),
  ssh('cipher', 201, '3DES and a MAC of 96 bits'),
  ssh('old', 202, 'an end-of-life version without a distribution'),
  ssh('distribution', 203, 'an old version that its distribution supports'),
  ssh('distribution-old', 204, 'an old version of a distribution that ended'),
  ssh('banner', 205, 'lines before the identification'),
];

/** Hosts for rules about whole hosts. */
const wholeHosts: readonly Endpoint[] = [
  host('industrial.lab', 206, industrialPorts, 'Ports of industrial control systems, which record every octet'),
  host('v6gap.lab', 207, [], 'SSH and Redis are open on IPv6 and closed on IPv4', { ipv6: true }),
  host('redis-protected.lab', 219, [6379], 'Redis in protected mode'),
  host('v6equal.lab', 208, [22], 'SSH is open on both families', { ipv6: true }),
  host(
    'edge.lab',
    209,
    [80, 2375, 6379, 8080, 8443],
    "A cache network's address: its marks in answers, and ports that are its own",
  ),
  host('shared.lab', 210, [21, 3306], 'Shared hosting: the default certificate and the reverse name are the hoster’s', {
    reverse: 'web7.hoster.lab',
    certificates: [{ key: 'p256' }, { key: 'p256', served: 'no-sni', fault: 'hoster' }],
  }),
  host('device.lab', 189, [8443], 'An ingress with its default certificate at port 8443', {
    certificates: [{ key: 'p256' }, { key: 'p256', served: 'other-port', fault: 'ingress-default' }],
  }),
  host('silent.lab', 211, [], 'Drops everything but port 443'),
  host('tarpit.lab', 212, [], 'Accepts connections on every port and is silent'),
  host('neutral.lab', 213, [7000, 7001, 7002, 7070, 7180, 7187], 'Services at unusual ports with neutral banners'),
  host(
    'impostor.lab',
    214,
    [22, 2375, 5900, 6379, 9200, 11_434, 27_017],
    'Other services at the ports of well-known ones',
  ),
  host(
    'hostile-ports-1.lab',
    215,
    [21, 22, 23, 110, 143, 873, 3306, 5900],
    'Hostile banners of services that speak first',
  ),
  host(
    'hostile-ports-2.lab',
    216,
    [389, 445, 1433, 1521, 3389, 5432, 6379, 11_211, 27_017],
    'Hostile answers of binary services',
  ),
  host(
    'hostile-ports-3.lab',
    217,
    [2375, 2379, 5601, 6443, 8080, 8443, 8888, 9200, 11_434],
    'Hostile answers of HTTP services',
  ),
  host('hostile-ports-4.lab', 218, [111, 135, 139, 2049, 5985, 10_250], 'Hostile ways to accept and to end'),
];

/** Hosts with services that should not be public, and their guarded twins. */
export const exposedEndpoints: readonly Endpoint[] = [...twins, ...sshHosts, ...wholeHosts];

/** Ports of Debian's daemons on hosts outside the groups. */
const daemonPorts: Readonly<Record<string, readonly number[]>> = {
  'ssh-modern.lab': [22],
  'ssh-weak.lab': [22],
  'redis-protected.lab': [6379],
};

/** The TCP ports of an exposed host at which our own servers listen. */
export const ownPortsOf = ({ host: name, ports }: Endpoint): readonly number[] =>
  ports.filter(
    (port) =>
      daemonPorts[name]?.includes(port) !== true &&
      !exposedServices.some(
        (one) => one.host === name && one.port === port && one.daemons.length > 0 && one.udp !== true,
      ),
  );
