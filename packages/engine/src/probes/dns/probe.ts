import { queriesIn } from '../../evidence/dns/lookup.ts';
import type { DnsAnswer, DnsEvidence } from '../../evidence/dns/schema.ts';
import type { TargetEvidence } from '../../evidence/target/schema.ts';
import { anchorFor } from '../../net/dnssec/anchors.ts';
import { anchorsOf } from '../../net/dnssec/validation.ts';
import { askBelieved } from '../belief.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { wwwOf } from '../web-hosts.ts';
import { registrationsBehind } from './broken-aliases.ts';
import { chainOf, withoutAnchors } from './chain.ts';
import { aliasesFollowed } from './followed-aliases.ts';
import { chainTypes, plannedQuestions } from './questions.data.ts';
import { resolverFacts } from './resolver-facts.ts';
import { answersBehindServices } from './service-names.ts';

/** The questions about a target as names and types. */
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

/** One answer of the snapshot with its security, by our own validation. */
async function answered(context: ProbeContext, name: string, type: string): Promise<DnsAnswer> {
  const { answer, security, reason } = await askBelieved(context, name, type);
  return { ...answer, security, securityReason: reason };
}

async function chain({ target, validator }: ProbeContext, problem: string | null): Promise<DnsEvidence['dnssec']> {
  if (problem !== null) return withoutAnchors(problem);
  return chainOf(await Promise.all(chainTypes.map(async (type) => validator.validate(target.domain, type))));
}

/** Collects the DNS answers and validates each, all concurrently. */
export const dnsProbe = defineProbe({
  kind: 'dns',
  needs: [],
  run: async (context) => {
    const { resolver, settings, target } = context;
    const { anchors, problem } = anchorsOf(settings.trustAnchors);
    const anchor = anchorFor(target.domain, anchors);
    const [answers, dnssec, facts] = await Promise.all([
      Promise.all(questionsOf(target).map(async ({ name, type }) => answered(context, name, type))),
      chain(context, problem),
      anchor === null ? undefined : resolverFacts(context, anchor.zone),
    ]);
    const [behind, followed, services] = await Promise.all([
      registrationsBehind(context, answers),
      aliasesFollowed(context, answers),
      answersBehindServices(context, answers),
    ]);
    const lookups = await context.lookups();
    const counts = { questionsAsked: lookups.length, queriesSent: queriesIn(lookups) };
    const about = facts === undefined ? {} : { resolver: facts };
    return {
      evidence: {
        resolvers: [...resolver.servers],
        ...about,
        answers,
        ...behind,
        ...followed,
        ...services,
        dnssec,
        ...counts,
      },
    };
  },
});
