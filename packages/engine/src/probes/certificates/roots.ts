import { createHash } from 'node:crypto';
import { ProtocolError } from '@perimeter/protocols/protocol-error';
import { type ParsedCertificate, parseCertificate } from '@perimeter/protocols/x509/certificate';
import { bundledRoots, extraRoots } from '../../net/trust-anchors.ts';
import { distrustedRoots } from './distrust.data.ts';
import { nameDigest } from './name-digest.ts';
import { rootLines } from './roots.data.ts';

/** The day of the list: Mozilla's roots of NSS 3.126, as Node.js 24.21.0 carries them. */
export const rootsDate = '2026-09-08';

/** A trusted root and where it comes from. */
export interface TrustedRoot {
  certificate: ParsedCertificate;
  sha256: string;
  anchor: 'public' | 'extra';
}

/** The roots that paths may end in. */
export interface RootStore {
  /** Those that issued one of these certificates, by name, or are one of them. */
  near: (certificates: readonly ParsedCertificate[]) => TrustedRoot[];
  anchorOf: (sha256: string) => TrustedRoot['anchor'] | null;
}

const sha256Of = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex');

function parse(der: Uint8Array, anchor: TrustedRoot['anchor']): TrustedRoot[] {
  try {
    return [{ certificate: parseCertificate(der), sha256: sha256Of(der), anchor }];
  } catch (error) {
    if (error instanceof ProtocolError) return [];
    throw error;
  }
}

/** The rows of the list: digest of the root, digest of its subject. */
const listedRoots = (): { sha256: string; subject: string }[] =>
  rootLines
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([sha256 = '', subject = '']) => ({ sha256, subject }));

/** Roots by what they are called, read when they are wanted; only those of the list count, whatever a runtime carries. */
export function createRootStore(bundled: readonly Uint8Array[], extra: readonly Uint8Array[]): RootStore {
  const bundledDer = new Map(bundled.map((der) => [sha256Of(der), der]));
  const listed = listedRoots().filter(({ sha256 }) => bundledDer.has(sha256));
  const bySubject = Map.groupBy(listed, ({ subject }) => subject);
  const extraRoots = extra.flatMap((der) => parse(der, 'extra'));
  const anchors = new Map<string, TrustedRoot['anchor']>([
    ...listed.map(({ sha256 }) => [sha256, 'public'] as const),
    ...extraRoots.map(({ sha256 }) => [sha256, 'extra'] as const),
  ]);
  const read = new Map<string, TrustedRoot[]>();
  const publicRoot = (sha256: string): TrustedRoot[] => {
    const roots = read.get(sha256) ?? parse(bundledDer.get(sha256) ?? new Uint8Array(), 'public');
    read.set(sha256, roots);
    return roots;
  };
  return {
    near: (certificates) => {
      const names = new Set(certificates.flatMap(({ issuer, subject }) => [nameDigest(issuer), nameDigest(subject)]));
      return [
        ...[...names].flatMap((name) => bySubject.get(name) ?? []).flatMap(({ sha256 }) => publicRoot(sha256)),
        ...extraRoots.filter(({ certificate }) => names.has(nameDigest(certificate.subject))),
      ];
    },
    anchorOf: (sha256) => anchors.get(sha256) ?? null,
  };
}

let shared: RootStore | undefined;

/** The roots of this process, read once. */
export const trustedRoots = (): RootStore => (shared ??= createRootStore(bundledRoots(), extraRoots()));

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Why a root is not trusted for a path (leaf first), or null. */
export function distrustOf(root: ParsedCertificate, path: readonly ParsedCertificate[]): string | null {
  const [leaf] = path;
  const sha256 = sha256Of(root.der);
  const distrust = distrustedRoots.find((one) => one.sha256 === sha256);
  if (distrust === undefined || leaf === undefined || leaf.validity.notBefore <= distrust.after) return null;
  const { by, name, after } = distrust;
  return `${by} trusts ${name} only for certificates issued until ${dayOf(after)}; this one begins on ${dayOf(leaf.validity.notBefore)}`;
}
