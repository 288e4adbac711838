import type { TestContext } from 'node:test';
import { type Message, responseCodes } from '@perimeter/protocols/dns/message';
import { typeName } from '@perimeter/protocols/dns/types';
import type { ScanMode } from '@perimeter/contract/report';
import { isInDomain } from '@perimeter/protocols/domain/below';
import { createResolver } from '../../../net/resolver/resolver.ts';
import { reply, rr, startScriptedServer } from '../../../net/resolver/scripted-server.ts';
import { contextOfProbe, type ProbeContext } from '../../probe.ts';
import { testContext } from '../../testing/context.ts';

/** Records by name: type and data; `SERVFAIL` for a failing name, a signed denial for a compactly denied one. */
export type Script = Readonly<Record<string, readonly (readonly [type: string, data: string])[] | 'SERVFAIL'>>;

/** Empty non-terminals exist (RFC 8020). */
const existsIn = (script: Script, name: string): boolean =>
  Object.keys(script).some((known) => isInDomain(known, name));

function answerFor(script: Script, query: Message): Message {
  const [question] = query.questions;
  const name = question?.name.toLowerCase() ?? '';
  const records = script[name] ?? [];
  if (records === 'SERVFAIL') return reply(query, { responseCode: responseCodes.serverFailure });
  const denial = records.filter(([type]) => type === 'NSEC').map(([type, data]) => rr(name, type, data));
  if (denial.length > 0) return reply(query, { authorities: denial });
  const alias = records.find(([type]) => type === 'CNAME');
  const target = alias === undefined ? name : alias[1];
  const held = alias === undefined ? records : script[target];
  const wanted = typeName(question?.type ?? 0);
  const found = (held === 'SERVFAIL' ? [] : (held ?? [])).filter(([type]) => type === wanted);
  const chain = alias === undefined ? [] : [rr(name, 'CNAME', alias[1])];
  const answers = [...chain, ...found.map(([type, data]) => rr(target, type, data))];
  const responseCode = existsIn(script, target) ? responseCodes.noError : responseCodes.nameError;
  return reply(query, { answers, responseCode });
}

/** The context of an audit with a scripted resolver, and the queries sent to it so far. */
export async function scriptedContext(
  t: TestContext,
  script: Script,
  scanMode: ScanMode = 'standard',
  domain = 'site.lab',
): Promise<{ context: ProbeContext; asked: () => string[] }> {
  const server = await startScriptedServer((query) => [answerFor(script, query)]);
  t.after(server.close);
  const context = testContext({
    target: { domain, registrableDomain: 'site.lab', scanMode, seed: 'seed' },
    resolver: createResolver({ servers: [server], tryTimeoutsMs: [60_000], maxQueries: 1000 }),
    signal: AbortSignal.timeout(60_000),
  });
  const asked = () =>
    server.received.flatMap(({ message }) => message.questions.map(({ name, type }) => `${name} ${typeName(type)}`));
  return { context: contextOfProbe(context), asked };
}
