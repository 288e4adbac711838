import type { EvidenceByKind } from '../../evidence/evidence.ts';
import { type CertificateStore, createCertificateStore } from '../../pki/context/certificate-store.ts';
import type { ChainContext } from '../../pki/context/chain-context.ts';
import { createVerifier } from '../../pki/context/verify.ts';
import { type Judged, judgeServedChain } from '../../pki/served-chain.ts';
import { listsOf } from '../../pki/trust-lists/lists-used.ts';
import { createLogFinder } from '../../pki/trust-lists/log-list.ts';
import { type RootStore, trustedRoots } from '../../pki/trust-lists/root-store.ts';
import type { ProbeContext } from '../probe.ts';
import { createFetcher } from './fetch.ts';

/** Reads the roots of the audit, which takes a moment the first time. */
export const readRoots = ({ settings }: ProbeContext): RootStore => trustedRoots(listsOf(settings).roots);

/** What all chains of an audit are judged with. */
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
): Promise<Judged[]> {
  const findLog = createLogFinder(listsOf(context.settings).logs);
  return Promise.all(
    endpoints.flatMap((endpoint) =>
      endpoint.chains.map((chain) => judgeServedChain(chainContext, findLog, endpoint, chain)),
    ),
  );
}

/** Keeps the certificates that an address shows to anyone who names no host: no chain of this host, but somebody's. */
export function keepUnnamed(store: CertificateStore, { endpoints }: EvidenceByKind['tls']): void {
  for (const { withoutServerName: unnamed } of endpoints) {
    const shown = unnamed.known ? (unnamed.value.certificates ?? []) : [];
    for (const der of shown) store.add(new Uint8Array(Buffer.from(der, 'base64')), 'served');
  }
}
