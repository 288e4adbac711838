import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import { startDeadline } from '../../net/deadline.ts';
import { type LastQuestion, webQuestion } from '../client/last-question.ts';
import { unreachableEndpoint } from './endpoint-evidence.ts';
import { readEndpoint } from './read-endpoint.ts';
import { clientFor } from './endpoint-client.ts';
import type { EndpointPlan, InventoryContext } from './endpoint-plan.ts';
import { makeFirstHandshakes } from './first-handshakes.ts';
import { failureIn } from './negotiated.ts';
import { createTranscript } from './observed/transcript.ts';

/** Half of an audit's time, because other probes wait for the inventory. */
const inventoryLimitMs = { standard: 90_000, deep: 300_000 } as const;

/** The lists of one version begin with two chains of attempts, whatever the first answers are. */
const firstChains = 2;

/** The complete inventory of one endpoint; network failures become part of it, and it ends with the context's signal. */
export async function takeInventory(context: InventoryContext, plan: EndpointPlan): Promise<TlsEndpoint> {
  const { target } = context;
  // The report of a very slow endpoint shows what was seen instead of failing while waiting for the rest.
  using deadline = startDeadline(context.signal, {
    name: 'inventory()',
    timeoutMs: inventoryLimitMs[target.scanMode],
  });
  const { signal } = deadline;
  const isFull = plan.depth === 'full';
  const transcript = createTranscript();
  const client = clientFor(context, plan, transcript, signal);
  const { connection } = client;
  const isDeep = target.scanMode === 'deep';
  const { reference, serverName: host } = plan;
  const { userAgent } = context.http;
  const question = {
    lastQuestion: (protocol: string | null): LastQuestion => webQuestion(host, userAgent, protocol),
  };
  const session = {
    host,
    isDeep,
    nowMs: target.startedAtMs,
    signal,
    client,
    transcript,
    reference,
    ...(plan.startTls === undefined ? question : {}),
  };
  try {
    const closed = plan.mayBeClosed === true ? await connection.reach() : null;
    if (closed !== null) return unreachableEndpoint(plan, closed, connection.opened);
    const first = await connection.chain(() => makeFirstHandshakes(session), isFull ? firstChains : 0);
    if (!connection.health.wasReached) return unreachableEndpoint(plan, failureIn(first), connection.opened);
    return await readEndpoint(session, plan, first);
  } finally {
    connection.close();
  }
}
