import type { TestContext } from 'node:test';
import { flagsOf } from '@perimeter/protocols/dns/message';
import { createResolver, type ResolverConfig } from '../resolver.ts';
import { type Reply, reply, rr, startScriptedServer } from '../scripted-server.ts';

export const { signal } = new AbortController();

/** A resolver client of one scripted server, which waits as long as a busy machine takes; both end with the test. */
export async function resolverOf(
  t: TestContext,
  udp: Reply,
  options: { tcp?: Reply; address?: string } & Partial<ResolverConfig> = {},
) {
  const { tcp, address, ...config } = options;
  const server = await startScriptedServer(udp, { ...(tcp && { tcp }), ...(address && { address }) });
  t.after(server.close);
  return { server, resolver: createResolver({ servers: [server], tryTimeoutsMs: [60_000], ...config }) };
}

export const goodA = rr('good.lab', 'A', '203.0.113.101');
export const answerA: Reply = (query) => [
  reply(query, { answers: [goodA], flags: flagsOf({ response: true, authenticated: true }) }),
];
