import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { queriesIn } from '../../evidence/dns/lookup.ts';
import type { DnsEvidence } from '../../evidence/dns/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { readAnchors } from '../../net/dnssec/anchors.ts';
import { verifyChain, withoutWalk } from '../../net/dnssec/chain.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { wwwOf } from '../web-hosts.ts';
import { chainTypes, plannedQuestions } from './questions.data.ts';

/** The questions about a target, as names and types. */
function questionsOf(target: TargetEvidence): { name: string; type: string }[] {
  const names = {
    target: target.domain,
    www: wwwOf(target),
    registrable: target.registrableDomain === target.domain ? null : target.registrableDomain,
  };
  return plannedQuestions.flatMap(({ at, type }) => {
    const name = names[at];
    return name === null ? [] : [{ name, type }];
  });
}

async function chainOf({ target, resolver, settings, signal }: ProbeContext): Promise<DnsEvidence['dnssec']> {
  try {
    const anchors = readAnchors(settings.trustAnchors);
    return await verifyChain({
      resolver,
      name: target.domain,
      types: chainTypes,
      anchors,
      nowMs: target.startedAtMs,
      signal,
    });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return withoutWalk({ name: null, reason: 'unreadable-anchors', problem: error.message });
  }
}

/** Takes the DNS snapshot and verifies the target's DNSSEC chain, all in one wave. */
export const dnsProbe = defineProbe({
  kind: 'dns',
  needs: [],
  run: async (context) => {
    const { resolver, signal, target } = context;
    const [answers, dnssec] = await Promise.all([
      Promise.all(questionsOf(target).map(({ name, type }) => resolver.query(name, type, { signal }))),
      chainOf(context),
    ]);
    const lookups = await context.lookups();
    const counts = { questionsAsked: lookups.length, queriesSent: queriesIn(lookups) };
    return { evidence: { resolvers: [...resolver.servers], answers, dnssec, ...counts } };
  },
});
