import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';

/** A connection, and the end of its server. */
export async function bothEnds(t: TestContext): Promise<{ socket: Socket; peer: Socket }> {
  const server = createServer();
  const accepted = once(server, 'connection');
  const socket = connect(await takeFreePort(server), '127.0.0.1').on('error', () => {});
  const [peer] = (await accepted) as [Socket];
  peer.on('error', () => {});
  t.after(() => {
    for (const one of [socket, peer]) one.destroy();
    server.close();
  });
  return { socket, peer };
}

/** Longer than every time limit of the code under test. */
const pauseMs = 60_000;

/**
 * What a wait comes to if this process does nothing for a minute while the answer arrives: every timer is due before
 * the answer is read. Mocks timers and the monotonic clock.
 */
export async function readLate<T>(t: TestContext, wait: () => Promise<T>, answer: () => void): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<{ waited: Promise<T> }>();
  // In this phase of the event loop an immediate of a timer runs after the next reading of sockets, as it does after real timers.
  setImmediate(() => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const waited = wait();
    answer();
    const nowMs = performance.now() + pauseMs;
    t.mock.method(performance, 'now', () => nowMs);
    t.mock.timers.tick(pauseMs);
    resolve({ waited });
  });
  return (await promise).waited;
}
