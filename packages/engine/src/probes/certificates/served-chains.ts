import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { type CertificateStore, createCertificateStore } from '../../pki/context/certificate-store.ts';
import type { ChainContext } from '../../pki/context/chain-context.ts';
import { createVerifier } from '../../pki/context/verify.ts';
import { type JudgedChain, judgeServedChain } from '../../pki/served-chain.ts';
import { listsOf } from '../../pki/trust-lists/lists-used.ts';
import { createLogFinder } from '../../pki/trust-lists/log-list.ts';
import { type RootStore, trustedRoots } from '../../pki/trust-lists/root-store.ts';
import type { ProbeContext } from '../probe.ts';
import { createFetcher } from './fetch.ts';

/** Loads the roots of the audit, which takes a moment the first time. */
export const readRoots = ({ settings }: ProbeContext): RootStore => trustedRoots(listsOf(settings).roots);

/** Inputs for judging all chains of an audit. */
export function createChainContext(context: ProbeContext): ChainContext {
  return {
    store: createCertificateStore(),
    roots: readRoots(context),
    fetcher: createFetcher(context),
    verify: createVerifier(),
    atSeconds: Math.floor(context.target.startedAtMs / 1000),
    weakKeys: context.settings.weakKeys ?? null,
  };
}

/** Judges each chain of each endpoint. */
export function judgeChains(
  context: ProbeContext,
  chainContext: ChainContext,
  { endpoints }: EvidenceByKind['tls'],
): Promise<JudgedChain[]> {
  const findLog = createLogFinder(listsOf(context.settings).logs);
  return Promise.all(
    endpoints.flatMap((endpoint) =>
      endpoint.chains.map((chain) => judgeServedChain(chainContext, findLog, endpoint, chain)),
    ),
  );
}

/** Stores certificates that an address serves without SNI: not a chain of this host. */
export function keepUnnamed(store: CertificateStore, { endpoints }: EvidenceByKind['tls']): void {
  for (const { withoutServerName: unnamed } of endpoints) {
    const shown = unnamed.known ? (unnamed.value.certificates ?? []) : [];
    for (const der of shown) store.add(new Uint8Array(Buffer.from(der, 'base64')), 'served');
  }
}
