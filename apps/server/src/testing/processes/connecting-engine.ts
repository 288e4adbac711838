import { createDatagrams } from '@perimeter/engine/net/datagram';
import { createDialer } from '@perimeter/engine/net/dialer';
import { createGuard } from '@perimeter/engine/net/guard/guard';
import { createRequestBudget } from '@perimeter/engine/net/http/session/request-budget';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../process/parts.ts';
import { deterministicEngine } from '../deterministic-engine.ts';

const holdMs = 60;

/**
 * An engine whose audits all contact one address: TCP connections, HTTP requests and datagrams through the engine's
 * network layer.
 */
export function connectingEngine(address: string, port: number, each: number): Engine {
  const quick = deterministicEngine(1);
  const place = { address, port, host: undefined };
  const guard = createGuard({ allowNetworks: [`${address}/32`], ownAddresses: [] });
  return {
    ...quick,
    runAudit: async (request, options) => {
      const { signal = new AbortController().signal, budgets: shared } = options;
      const means = { guard, dialMap: new Map<string, string>(), signal, ...(shared && { shared }) };
      const dialer = createDialer(means);
      const datagrams = createDatagrams(means);
      const requests = createRequestBudget('standard', undefined, shared);
      const connect = async (): Promise<void> => {
        const dialed = await dialer.connect(place, { signal, timeoutMs: 5_000 });
        if (!dialed.ok) return;
        await sleep(holdMs);
        dialed.socket.destroy();
      };
      const ask = async (): Promise<unknown> =>
        datagrams.ask(place, { payload: Buffer.from('question'), read: () => true }, { signal, timeoutMs: 500 });
      const all = Array.from({ length: each }, async (_, at) => {
        await Promise.all([connect(), at % 2 === 0 ? ask() : requests.admit(place, { signal })]);
      });
      await Promise.all(all);
      return quick.runAudit(request, options);
    },
  };
}
