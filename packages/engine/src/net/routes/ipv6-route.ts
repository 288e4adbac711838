import { createSocket } from 'node:dgram';
import { type DialTarget, mappedTarget } from '../dialer.ts';

let found: Promise<boolean> | null = null;

/** Connecting a UDP socket looks up a route and sends nothing. */
const hasRoute = ({ address, port }: { address: string; port: number }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    const settle = (isReached: boolean) => (): void => {
      socket.close();
      resolve(isReached);
    };
    socket.once('error', settle(false));
    socket.once('connect', settle(true));
    socket.connect(port, address);
  });

/** Whether this machine has an IPv6 route, determined once per process with an audit's first address; no packet is sent. */
export function hasIpv6Route(dialMap: ReadonlyMap<string, string>, target: DialTarget): Promise<boolean> {
  found ??= hasRoute(mappedTarget(dialMap, target));
  return found;
}
