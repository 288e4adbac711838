import { createServer, type Server } from 'node:net';

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** Below the ports that systems give to outgoing connections (Linux: from 32768), so that none of these takes one meanwhile. */
const [firstPort, lastPort] = [10_000, 32_000];

/** Holds a port, or null where it is taken. */
function hold(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(port, '127.0.0.1', () => resolve(probe));
  });
}

/** Different ports that were free a moment ago: each is held until all are found. */
export async function freePorts(count: number): Promise<number[]> {
  const held: { port: number; probe: Server }[] = [];
  const start = firstPort + Math.floor(Math.random() * (lastPort - firstPort));
  for (let step = 0; held.length < count; step++) {
    const port = firstPort + ((start - firstPort + step) % (lastPort - firstPort));
    if (step > lastPort - firstPort) throw new Error(`Finding ${count} free ports: too many are taken`);
    const probe = await hold(port);
    if (probe !== null) held.push({ port, probe });
  }
  await Promise.all(held.map(({ probe }) => new Promise((resolve) => probe.close(resolve))));
  return held.map(({ port }) => port);
}
