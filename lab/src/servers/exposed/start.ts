import { addressesOf } from '../../hosts/endpoints.ts';
import type { Endpoint } from '../../hosts/endpoint.ts';
import { exposedEndpoints, exposedServices, ownPortsOf, type ExposedService } from '../../hosts/exposed.data.ts';
import { listenSite } from '../groups.ts';
import { listenTcp, listenTls, listenUdp, listening, type Listening } from '../../machine/listen.ts';
import { keysOf, modernTls } from '../tls/modern-tls.ts';
import { udpServices } from './datagrams.ts';
import type { TcpFake } from './fake.ts';
import { fakeOf } from './fakes.ts';
import { ipv6Only, specialOf } from './special.ts';

/** A port that a server of our own listens at. */
interface OwnPort {
  readonly row: Endpoint;
  readonly address: string;
  readonly port: number;
  readonly serve: TcpFake | 'site';
  readonly tls: boolean;
}

const serviceAt = (host: string, port: number): ExposedService | undefined =>
  exposedServices.find((one) => one.host === host && one.port === port && one.udp !== true);

/** Hosts whose services speak within TLS. */
const tlsHosts: ReadonlySet<string> = new Set(['device.lab']);

/** null: nothing listens there. */
function serverFor(host: string, port: number): { serve: TcpFake | 'site'; tls: boolean } | null {
  const found = serviceAt(host, port);
  const fake = found === undefined ? specialOf(host, port) : fakeOf(found.name, found.isOpen);
  if (fake !== null) return { serve: fake, tls: found?.tls ?? tlsHosts.has(host) };
  return port === 443 ? { serve: 'site', tls: true } : null;
}

/** Every port of the exposed hosts at which our own servers listen. */
export const ownPorts: readonly OwnPort[] = exposedEndpoints.flatMap((row) => [
  ...addressesOf(row).flatMap((address) =>
    ownPortsOf(row).flatMap((port): OwnPort[] => {
      const server = serverFor(row.host, port);
      return server === null ? [] : [{ row, address, port, ...server }];
    }),
  ),
  ...addressesOf(row)
    .slice(1)
    .flatMap((address) =>
      Object.entries(ipv6Only[row.host] ?? {}).map(([port, serve]): OwnPort => ({
        row,
        address,
        port: Number(port),
        serve,
        tls: false,
      })),
    ),
]);

function startPort(group: Listening, { row, address, port, serve, tls }: OwnPort): Promise<number> {
  const at = { host: address, port };
  if (serve === 'site') return listenSite(group, at, row);
  const hasOwn = row.certificates?.some(({ served }) => served === 'other-port') ?? false;
  const options = { ...modernTls(row), ...(hasOwn ? keysOf(row, 'other-port') : {}) };
  return tls ? listenTls(group, at, options, serve) : listenTcp(group, at, serve);
}

function startDatagrams(group: Listening): readonly Promise<number>[] {
  return exposedServices.flatMap(({ host, port, name, isOpen, daemons, udp }) => {
    const answer = udpServices[name];
    const row = exposedEndpoints.find((one) => one.host === host);
    if (udp !== true || daemons.length > 0 || answer === undefined || row === undefined) return [];
    return [listenUdp(group, { host: row.address, port }, isOpen ? answer.open : answer.guarded)];
  });
}

/** Starts every server of our own behind the ports of the exposed hosts. */
export async function startExposed(): Promise<Listening> {
  const group = listening();
  await Promise.all([...ownPorts.map((one) => startPort(group, one)), ...startDatagrams(group)]);
  return group;
}
