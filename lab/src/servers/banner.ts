import type { Socket } from 'node:net';
import { exposedServices } from './exposed.data.ts';

/** Greets as the exposed service of the port does, and answers once. */
export function serveBanner(socket: Socket, port: number): void {
  const service = exposedServices[port];
  socket.setTimeout(10_000, () => socket.destroy());
  if (service?.greeting !== undefined) socket.write(service.greeting);
  socket.once('data', () => socket.end(service?.answer ?? Buffer.alloc(0)));
}
