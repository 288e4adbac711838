import { createCertificateStore } from '../../pki/context/certificate-store.ts';
import type { ChainContext } from '../../pki/context/chain-context.ts';
import { createVerifier } from '../../pki/context/verify.ts';
import { listsOf } from '../../pki/trust-lists/lists-used.ts';
import { trustedRoots } from '../../pki/trust-lists/root-store.ts';
import type { ProbeContext } from '../probe.ts';

const noFetcher = { get: async () => null, attempts: () => [] };

/** Inputs for judging the chains of mail servers; senders fetch no issuers. */
export const createJudge = ({ settings, target }: ProbeContext): ChainContext => ({
  store: createCertificateStore(),
  roots: trustedRoots(listsOf(settings).roots),
  fetcher: noFetcher,
  verify: createVerifier(),
  atSeconds: Math.floor(target.startedAtMs / 1000),
  weakKeys: settings.weakKeys ?? null,
});
