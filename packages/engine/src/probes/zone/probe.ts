import { withoutLongRecords } from '../../evidence/dns/lookup.ts';
import { netFailed, unobserved, untested } from '../../evidence/observed.ts';
import { startDeadline } from '../../net/deadline.ts';
import { originsOf } from '../../net/routes/origins.ts';
import { defineProbe, type ProbeContext } from '../probe.ts';
import { askParent } from './parent.ts';
import { zoneLimits } from './questions.data.ts';
import { createReplyStore, type ReplyStore } from './replies/replies.ts';
import { lookAgain } from './second-look.ts';
import { surveyZone } from './survey-zone.ts';
import { findZone, type ZoneCut } from './zone-cut.ts';

type Found = Awaited<ReturnType<typeof surveyZone>>;

const nothingKnown: Found = {
  name: null,
  parent: null,
  nsByResolver: unobserved(netFailed('malformed', 'nothing-answered')),
  serverNames: [],
  servers: [],
  replies: {},
  wildcard: {
    labels: [],
    address: untested('not-asked'),
    mx: untested('not-asked'),
    txt: untested('not-asked'),
    atDmarc: untested('not-asked'),
    atDomainkey: untested('not-asked'),
  },
  direct: 'unknown',
  notAsked: [],
  questions: 0,
};

/** The delegated zone of a target whose name resolvers follow as an alias; null for other targets. */
async function delegatedAlias(context: ProbeContext, { aliased, apex, ns }: ZoneCut, store: ReplyStore) {
  if (!aliased || apex === null || !ns.known) return null;
  const parent = { zone: apex, ns: ns.value };
  const view = await askParent(context, { apex: null, parent }, store);
  const delegated = view?.delegated ?? null;
  return delegated === null ? null : { apex: delegated, parent, ns: untested('not-asked'), aliased, view };
}

async function gatherZone(context: ProbeContext, store: ReplyStore): Promise<Found> {
  const cut = await findZone(context);
  const alias = await delegatedAlias(context, cut, store);
  if (alias !== null) return surveyZone(context, alias.apex, alias, Promise.resolve(alias.view), store);
  const asking = askParent(context, cut, store);
  const zone = cut.apex ?? (await asking)?.delegated ?? null;
  if (zone !== null) return surveyZone(context, zone, cut, asking, store);
  const view = await asking;
  return { ...nothingKnown, parent: view?.parent ?? null, replies: store.replies, nsByResolver: cut.ns };
}

/** Queries the parent's servers and every server of the zone directly. It needs no other evidence, so it starts with the audit. */
export const zoneProbe = defineProbe({
  kind: 'zone',
  needs: [],
  run: async (audit) => {
    using deadline = startDeadline(audit.signal, { name: 'ask-name-servers()', timeoutMs: zoneLimits.probeMs });
    const context = { ...audit, signal: deadline.signal };
    const store = createReplyStore();
    const found = await lookAgain(audit, await gatherZone(context, store), store);
    const origins = await originsOf(context, found);
    return {
      evidence: { ...found, ...origins, lookups: (await audit.lookups()).map(withoutLongRecords) },
    };
  },
});
