import { bundledRoots } from '../../net/runtime-roots.ts';
import type { LogList, PublicRoot, RootList } from './lists.ts';
import { distrustedRoots } from './distrust.data.ts';
import { knownLogs, logsDate } from './logs.data.ts';
import { rootLines } from './roots.data.ts';
import { sha256Hex } from '../../net/sha256.ts';

/** The date of the list: Mozilla's roots of NSS 3.126, as in Node.js 24.21.0. */
export const rootsDate = '2026-09-08';

/** The rows of the list: digest of the root, digest of its subject. */
const listedRoots = (): { sha256: string; subject: string }[] =>
  rootLines
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([sha256 = '', subject = '']) => ({ sha256, subject }));

/** The shipped list over these certificates: only listed roots count, whatever a runtime contains. */
export function rootListOver(bundled: readonly Uint8Array[]): RootList {
  const bundledDer = new Map(bundled.map((der) => [sha256Hex(der), der]));
  const distrusted = new Map(distrustedRoots.map(({ sha256, by, after }) => [sha256, { by, after }]));
  const roots = listedRoots().flatMap(({ sha256, subject }): PublicRoot[] => {
    const der = bundledDer.get(sha256);
    return der === undefined ? [] : [{ sha256, subject, der, distrust: distrusted.get(sha256) ?? null, caa: [] }];
  });
  return { name: "Mozilla's roots (NSS 3.126)", date: rootsDate, roots, authorities: null };
}

let shared: RootList | undefined;

/** The roots shipped with this version. */
export const shippedRoots = (): RootList => (shared ??= rootListOver(bundledRoots()));

/** The Certificate Transparency logs shipped with this version. */
export const shippedLogs: LogList = { name: "Chrome's logs (Chromium 156)", date: logsDate, logs: knownLogs };
