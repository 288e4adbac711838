import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { untested } from '../../evidence/observed.ts';
import { factsOfAll } from '../../pki/facts/all-facts.ts';
import { findInterception } from '../../pki/interception/interception.ts';
import { listsOf, listsUsed } from '../../pki/trust-lists/lists-used.ts';
import type { Probe, ProbeContext } from '../probe.ts';
import { clockSkewOf } from './clock-skew.ts';
import { askAhead, findNameRecords } from './name-records.ts';
import { otherServicesIn } from './other-services.ts';
import { revocationOf } from './revocation-answers.ts';
import { createChainContext, judgeChains, keepUnnamed, readRoots } from './served-chains.ts';

async function gatherCertificates(
  context: ProbeContext,
  { tls, endpoints }: Pick<EvidenceByKind, 'tls' | 'endpoints'>,
): Promise<Omit<EvidenceByKind['certificates'], 'clockSkew' | 'lookups'>> {
  const chainContext = createChainContext(context);
  const { store, roots, fetcher } = chainContext;
  const lists = listsOf(context.settings);
  const isDeep = context.target.scanMode === 'deep';
  const judging = judgeChains(context, chainContext, tls);
  const { dialer, resolver, signal } = context;
  const [judged, records, revocation, interception] = await Promise.all([
    judging,
    findNameRecords(context, endpoints, judging),
    isDeep ? judging.then((all) => revocationOf(chainContext, all)) : untested('responders-in-deep-mode'),
    judging.then((all) =>
      findInterception({ dialer, resolver, signal, chains: chainContext }, all, context.settings.controlNames ?? []),
    ),
  ]);
  keepUnnamed(store, tls);
  const otherServices = otherServicesIn(tls, store);
  const chains = judged.map(({ facts }) => facts);
  return {
    rootsDate: lists.roots.date,
    logsDate: lists.logs.date,
    lists: listsUsed(lists, roots, chains),
    certificates: factsOfAll(chainContext),
    chains,
    revocation,
    fetches: fetcher.attempts(),
    ...records,
    interception,
    otherServices,
  };
}

/** Judges every served chain with the necessary fetches and lookups; the site's clock is read if HTTP evidence exists by then. */
export const certificatesProbe: Probe<'certificates'> = {
  kind: 'certificates',
  needs: ['tls', 'endpoints'],
  prepare: (context) => {
    askAhead(context);
    readRoots(context);
  },
  run: async (context, evidence) => {
    const { tls, endpoints } = evidence;
    if (tls === undefined || endpoints === undefined)
      throw new Error('Probe certificates was run without its evidence');
    const gathered = await gatherCertificates(context, { tls, endpoints });
    const clockSkew = clockSkewOf(evidence.http, Date.now());
    return { evidence: { ...gathered, clockSkew, lookups: await context.lookups() } };
  },
};
