import type { MailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { factsOfAll } from '../../pki/facts/all-facts.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { askClientServices } from './client-services.ts';
import { askExchange } from './exchange.ts';
import { createJudge } from './judge.ts';
import { askMtaSts } from './policy.ts';
import { findReferences } from './references.ts';
import { visitHosts } from './visit-hosts.ts';
import { askPolicy } from '../belief.ts';

type Gathered = Omit<MailTransportEvidence, 'lookups'>;

async function gatherTransport(context: ProbeContext): Promise<Gathered> {
  const { target } = context;
  const { domain } = target;
  const judge = createJudge(context);
  const exchange = askExchange(context, domain);
  const [mx, visits, mtaSts, tlsRpt, clientServices] = await Promise.all([
    exchange,
    exchange.then((mx) => visitHosts(context, mx, judge)),
    askMtaSts(context, judge, domain),
    askPolicy(context, 'tlsReport', domain),
    askClientServices(context, domain),
  ]);
  const shown = new Set(
    visits.hosts.flatMap(({ addresses }) =>
      addresses.flatMap(({ session }) => {
        if (!session.known || !session.value.startTls.known) return [];
        const { value } = session.value.startTls;
        return value.outcome === 'negotiated' ? [...value.chain, ...value.verdict.path] : [];
      }),
    ),
  );
  return {
    mx,
    ...visits,
    mtaSts,
    tlsRpt,
    clientServices,
    certificates: factsOfAll(judge).filter(({ sha256 }) => shown.has(sha256)),
    references: await findReferences(context, visits.hosts, clientServices),
  };
}

/** Mail servers of the domain, and its records and policies for protected delivery. No message is ever sent. */
export const mailTransportProbe = defineProbe({
  kind: 'mailTransport',
  needs: [],
  run: async (context) => {
    const gathered = await gatherTransport(context);
    return { evidence: { ...gathered, lookups: await context.lookups() } };
  },
});
