import type { PathPolicy } from '@perimeter/protocols/certification-path/path-question';
import type { RootStore } from '../trust-lists/root-store.ts';
import type { CertificateStore } from './certificate-store.ts';
import type { CertificateFetcher } from './fetcher.ts';
import type { Verify } from './verify.ts';

/** Inputs for judging all chains of an audit. */
export interface ChainContext {
  store: CertificateStore;
  roots: RootStore;
  fetcher: CertificateFetcher;
  verify: Verify;
  /** The audit's clock, epoch seconds. */
  atSeconds: number;
  /** Identifiers of moduli whose private keys are public; null or absent: no list. */
  weakKeys?: ReadonlySet<string> | null;
  /** Policy requirements beyond browsers' rules; none if absent. */
  policy?: PathPolicy;
}
