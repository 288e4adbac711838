import { knownAddresses } from '../../evidence/dns/known-addresses.ts';
import { netFailed, type Observed, seen, unobserved, untested } from '../../evidence/observed.ts';
import type { ZoneEvidence, ZoneReferral } from '../../evidence/zone/schema.ts';
import type { DirectAnswer, NameServer } from '../../net/authoritative/question.ts';
import type { ProbeContext } from '../probe.ts';
import { resolveName } from './addresses.ts';
import { delegatedIn, disagreementsOf, mergedReferral, referralIn, sayingOf } from './replies/referral.ts';
import type { ReplyStore } from './replies/replies.ts';
import { zoneLimits } from './questions.data.ts';
import type { ZoneCut } from './zone-cut.ts';

type Parent = NonNullable<ZoneEvidence['parent']>;

/** Answers of the parent zone's servers about the delegation and their own zone. */
export interface ParentView {
  parent: Parent;
  /** The zone that they delegate; null: none. */
  delegated: string | null;
  /** Answers to the parent zone's SOA, which show whether port 53 is intercepted. */
  controls: DirectAnswer[];
}

/** One address of each name, IPv4 first; then others up to the limit. */
function chooseServers(names: readonly { name: string; addresses: readonly string[] }[]): NameServer[] {
  const chosen = new Map<string, NameServer>();
  const most = Math.max(0, ...names.map(({ addresses }) => addresses.length));
  for (let round = 0; round < most; round++) {
    for (const { name, addresses } of names) {
      const address = addresses[round];
      if (address !== undefined && !chosen.has(address)) chosen.set(address, { address, host: name });
    }
  }
  return [...chosen.values()].slice(0, zoneLimits.parentServers);
}

interface Asked {
  server: NameServer;
  answer: DirectAnswer;
  control: DirectAnswer | null;
  allowed: boolean;
}

async function askOne(context: ProbeContext, server: NameServer, names: { asked: string; parent: string }) {
  const { signal, authoritative, guard } = context;
  const allowed = guard.check(server.address).allowed;
  const [answer, control] = await Promise.all([
    authoritative.ask(server, { name: names.asked, type: 'NS' }, { signal }),
    authoritative.ask(server, { name: names.parent, type: 'SOA' }, { signal }),
  ]);
  return { server, answer, control: allowed ? control : null, allowed };
}

const messageIn = (answer: DirectAnswer) => (answer.ok && answer.reply.readable ? answer.reply.message : null);

function referralOf(
  referrals: readonly ZoneReferral[],
  says: readonly Parent['servers'][number]['says'][],
  first: DirectAnswer | undefined,
): Observed<ZoneReferral> {
  if (referrals.length > 0) return seen(mergedReferral(referrals));
  if (says.includes('answer')) return untested('parent-serves-zone');
  if (says.some((one) => one === 'missing' || one === 'undelegated'))
    return seen({ ns: [], glue: [], ds: [], dsDenial: 'none' });
  return unobserved(first?.ok === false ? first.failure : netFailed('malformed', 'nothing-answered'));
}

/** Queries up to three servers of the parent zone about the delegation and their own zone. */
export async function askParent(
  context: ProbeContext,
  { apex, parent }: Pick<ZoneCut, 'apex' | 'parent'>,
  store: ReplyStore,
): Promise<ParentView | null> {
  if (parent === null) return null;
  const asked = apex ?? context.target.domain;
  const names = await Promise.all(
    parent.ns.slice(0, zoneLimits.parentServers).map(async (name) => {
      const addresses = knownAddresses(await resolveName(context, name));
      return { name, addresses };
    }),
  );
  const zone = parent.zone;
  const answers: Asked[] = await Promise.all(
    chooseServers(names).map(async (server) => askOne(context, server, { asked, parent: zone })),
  );
  const says = answers.map(({ answer }) => sayingOf(answer, zone, asked));
  const messages = answers.flatMap(({ answer }, at) => {
    const message = says[at] === 'referral' ? messageIn(answer) : null;
    return message === null ? [] : [message];
  });
  const delegated = messages.map((message) => delegatedIn(message, zone, asked)).find((name) => name !== null) ?? null;
  // The resolver hid an intermediate zone: the delegation is that zone's, not that of the zone below.
  if (apex !== null && delegated !== null && delegated !== apex) return null;
  const referrals = delegated === null ? [] : messages.map((message) => referralIn(message, zone, delegated));
  return {
    parent: {
      zone,
      servers: answers.map(({ server, answer, allowed }, at) => ({
        name: server.host,
        address: server.address,
        allowed,
        answer: store.keep(answer, asked),
        says: says[at] ?? 'none',
      })),
      referral: referralOf(referrals, says, answers[0]?.answer),
      disagreements: disagreementsOf(referrals, says),
    },
    delegated,
    controls: answers.flatMap(({ control }) => (control === null ? [] : [control])),
  };
}
