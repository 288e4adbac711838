import { ProtocolError } from '@perimeter/protocols/protocol-error';
import type { DistrustValues } from '@perimeter/protocols/certification-path/path-question';
import { type ParsedCertificate, parseCertificate } from '@perimeter/protocols/x509/certificate';
import { extraRoots } from '../../net/runtime-roots.ts';
import type { Distrust, PublicRoot, RootList } from './lists.ts';
import { nameDigest } from './name-digest.ts';
import { shippedRoots } from './shipped-lists.ts';
import { sha256Hex } from '../../net/sha256.ts';

/** A trusted root and where it comes from. */
export interface TrustedRoot {
  certificate: ParsedCertificate;
  sha256: string;
  anchor: 'public' | 'extra';
}

/** The roots that paths may end in. */
export interface RootStore {
  /** Roots that issued one of these certificates, by name, or are one of them. */
  near: (certificates: readonly ParsedCertificate[]) => TrustedRoot[];
  /** The kind of a root; a public one that the operator also added is public. */
  anchorOf: (sha256: string) => TrustedRoot['anchor'] | null;
  /** The list's entry for a public root. */
  publicRoot: (sha256: string) => PublicRoot | null;
}

function parse(der: Uint8Array, anchor: TrustedRoot['anchor']): TrustedRoot[] {
  try {
    return [{ certificate: parseCertificate(der), sha256: sha256Hex(der), anchor }];
  } catch (error) {
    if (error instanceof ProtocolError) return [];
    throw error;
  }
}

/** Roots by name, parsed on demand. */
export function createRootStore(list: RootList | null, extra: readonly Uint8Array[]): RootStore {
  const listed = new Map((list?.roots ?? []).map((root) => [root.sha256, root]));
  const bySubject = Map.groupBy(listed.values(), ({ subject }) => subject);
  const added = extra.flatMap((der) => parse(der, 'extra')).filter(({ sha256 }) => !listed.has(sha256));
  const read = new Map<string, TrustedRoot[]>();
  const parsedRoot = ({ sha256, der }: PublicRoot): TrustedRoot[] => {
    const roots = read.get(sha256) ?? parse(der, 'public');
    read.set(sha256, roots);
    return roots;
  };
  return {
    near: (certificates) => {
      const names = new Set(certificates.flatMap(({ issuer, subject }) => [nameDigest(issuer), nameDigest(subject)]));
      return [
        ...[...names].flatMap((name) => bySubject.get(name) ?? []).flatMap(parsedRoot),
        ...added.filter(({ certificate }) => names.has(nameDigest(certificate.subject))),
      ];
    },
    anchorOf: (sha256) => {
      if (listed.has(sha256)) return 'public';
      return added.some((root) => root.sha256 === sha256) ? 'extra' : null;
    },
    publicRoot: (sha256) => listed.get(sha256) ?? null,
  };
}

const stores = new WeakMap<RootList, RootStore>();

/** The roots that this process trusts, loaded once per list: those of the list and of NODE_EXTRA_CA_CERTS. */
export function trustedRoots(list: RootList = shippedRoots()): RootStore {
  const store = stores.get(list) ?? createRootStore(list, extraRoots());
  stores.set(list, store);
  return store;
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function refusal({ by, after }: Distrust, root: ParsedCertificate, leaf: ParsedCertificate): DistrustValues | null {
  if (leaf.validity.notBefore <= after) return null;
  const name = root.subject.rdns.flat().findLast(({ oid }) => oid === commonNameId)?.text ?? root.subject.text;
  return [by, name, dayOf(after), dayOf(leaf.validity.notBefore)];
}

/** id-at-commonName (RFC 5280 appendix A.1). */
const commonNameId = '2.5.4.3';

/** Why a root is not trusted for a path (leaf first); null: it is. */
export const distrustIn =
  (store: RootStore) =>
  (root: ParsedCertificate, [leaf]: readonly ParsedCertificate[]): DistrustValues | null => {
    const distrust = store.publicRoot(sha256Hex(root.der))?.distrust ?? null;
    return distrust === null || leaf === undefined ? null : refusal(distrust, root, leaf);
  };
