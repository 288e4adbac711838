import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const firstRetryMs = 10;
const lastRetryMs = 80;

/** Waits until every `address:port` accepts connections; returns those that did not in time. */
export async function waitUntilListening(targets: readonly string[], timeoutMs: number): Promise<readonly string[]> {
  const deadline = Date.now() + timeoutMs;
  const answers = await Promise.all(targets.map((target) => waitFor(target, deadline)));
  return targets.filter((_, index) => answers[index] === false);
}

async function waitFor(target: string, deadline: number): Promise<boolean> {
  for (let retryMs = firstRetryMs; Date.now() < deadline; retryMs = Math.min(lastRetryMs, retryMs * 2)) {
    if (await accepts(target)) return true;
    await sleep(retryMs);
  }
  return false;
}

function accepts(target: string): Promise<boolean> {
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(target) ?? [];
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    function settle(answer: boolean): void {
      socket.destroy();
      resolve(answer);
    }
  });
}
