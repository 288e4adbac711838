import type { ChainContext } from '../../pki/context/chain-context.ts';
import type { ParsedCertificate } from '@perimeter/protocols/x509/certificate';
import type { CertificatesEvidence } from '../../evidence/certificates/schema.ts';
import { hostsWith } from '../../evidence/endpoints/roles.ts';
import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { seen, untested } from '../../evidence/observed.ts';
import type { TlsEndpoint } from '../../evidence/tls/schema.ts';
import type { Probe, ProbeContext } from '../probe.ts';
import { webHostsOf } from '../web-hosts.ts';
import { factsOfAll } from '../../pki/facts/all-facts.ts';
import { findCaa } from './caa.ts';
import { type CertificateStore, createCertificateStore } from '../../pki/context/certificate-store.ts';
import { clockSkewOf } from './clock-skew.ts';
import { createFetcher } from './fetch.ts';
import { listsOf, listsUsed } from '../../pki/trust-lists/lists-used.ts';
import { createLogFinder } from '../../pki/trust-lists/log-list.ts';
import { otherServicesIn } from './other-services.ts';
import { askForStatus } from '../../pki/revocation/responders.ts';
import { trustedRoots } from '../../pki/trust-lists/root-store.ts';
import { type Judged, judgeServedChain } from '../../pki/served-chain.ts';
import { askTlsa, findTlsa, type MatchedChain } from './tlsa.ts';
import { createVerifier } from '../../pki/context/verify.ts';

const matchedChain = ({ endpoint, served, path }: Judged): MatchedChain[] =>
  path.leaf === null
    ? []
    : [
        {
          address: endpoint.address,
          serverName: endpoint.serverName,
          leaf: path.leaf,
          others: served.slice(1).flatMap(({ parsed }) => parsed ?? []),
          reached: path.reached,
        },
      ];

/** The leaves whose issuer is known, each once: only their status can be verified. */
function statusQuestions(
  judged: readonly Judged[],
): { leaf: ParsedCertificate; issuer: ParsedCertificate; sha256: string }[] {
  const byLeaf = judged.flatMap(({ path: { leaf, issuer }, served: [first] }) =>
    leaf === null || issuer === null || first === undefined ? [] : [[first.sha256, { leaf, issuer }] as const],
  );
  return [...new Map(byLeaf)].map(([sha256, question]) => ({ sha256, ...question }));
}

async function revocationOf(
  chainContext: ChainContext,
  judged: readonly Judged[],
): Promise<CertificatesEvidence['revocation']> {
  const asked = statusQuestions(judged).map(async ({ sha256, leaf, issuer }) => ({
    leaf: sha256,
    answers: await askForStatus(chainContext, leaf, issuer),
  }));
  return seen(await Promise.all(asked));
}

/** Names that are looked up: the web hosts that exist, else the target alone. */
function hostsOf({ target }: ProbeContext, endpoints: EvidenceByKind['endpoints']): string[] {
  const existing = hostsWith(endpoints, 'web')
    .filter(({ status }) => status === 'exists')
    .map(({ host }) => host);
  return existing.length > 0 ? existing : [target.domain];
}

function createChainContext(context: ProbeContext, store: CertificateStore): ChainContext {
  const atSeconds = Math.floor(context.target.startedAtMs / 1000);
  return {
    store,
    roots: trustedRoots(listsOf(context.settings).roots),
    fetcher: createFetcher(context),
    verify: createVerifier(),
    atSeconds,
    weakKeys: context.settings.weakKeys ?? null,
  };
}

/** Leaves that addresses show to anyone who names no host: they are judged by what they tell, not by their path. */
const leavesWithoutName = ({ endpoints }: EvidenceByKind['tls']): Uint8Array[] =>
  endpoints.flatMap(({ withoutServerName: shown }) =>
    (shown.known ? (shown.value.certificates ?? []) : [])
      .slice(0, 1)
      .map((der) => new Uint8Array(Buffer.from(der, 'base64'))),
  );

/** The certificates that an address shows to anyone who names no host: no chain of this host, but somebody's. */
function keepUnnamed(store: CertificateStore, endpoints: readonly TlsEndpoint[]): void {
  for (const { withoutServerName: unnamed } of endpoints) {
    const shown = unnamed.known ? (unnamed.value.certificates ?? []) : [];
    for (const der of shown) store.add(new Uint8Array(Buffer.from(der, 'base64')), 'served');
  }
}

async function gatherCertificates(
  context: ProbeContext,
  { tls, endpoints }: Pick<EvidenceByKind, 'tls' | 'endpoints'>,
): Promise<Omit<CertificatesEvidence, 'clockSkew' | 'lookups'>> {
  const store = createCertificateStore();
  for (const leaf of leavesWithoutName(tls)) store.add(leaf, 'served');
  const chainContext = createChainContext(context, store);
  const lists = listsOf(context.settings);
  const findLog = createLogFinder(lists.logs);
  const isDeep = context.target.scanMode === 'deep';
  const hosts = hostsOf(context, endpoints);
  const judging = Promise.all(
    tls.endpoints.flatMap((endpoint) =>
      endpoint.chains.map((chain) => judgeServedChain(chainContext, findLog, endpoint, chain)),
    ),
  );
  const [judged, caa, tlsa, revocation] = await Promise.all([
    judging,
    Promise.all(hosts.map((host) => findCaa(context, host))),
    findTlsa(
      context,
      hosts,
      judging.then((all) => all.flatMap(matchedChain)),
    ),
    isDeep ? judging.then((all) => revocationOf(chainContext, all)) : untested('responders-in-deep-mode'),
  ]);
  keepUnnamed(store, tls.endpoints);
  const otherServices = otherServicesIn(tls, store);
  const chains = judged.map(({ facts }) => facts);
  return {
    rootsDate: lists.roots.date,
    logsDate: lists.logs.date,
    lists: listsUsed(lists, chainContext.roots, chains),
    certificates: factsOfAll(chainContext),
    chains,
    revocation,
    fetches: chainContext.fetcher.attempts(),
    caa: seen(caa),
    tlsa,
    otherServices,
  };
}

/** Judges every served chain, and fetches and looks up what that takes; the site's clock is read if HTTP is there by then. */
export const certificatesProbe: Probe<'certificates'> = {
  kind: 'certificates',
  needs: ['tls', 'endpoints'],
  prepare: (context) => {
    for (const host of webHostsOf(context.target)) {
      void findCaa(context, host);
      void askTlsa(context, host);
    }
    trustedRoots(listsOf(context.settings).roots);
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
