import { isOld, type ListKind } from './list-age.ts';
import type { Served } from './served.ts';

const nouns: Record<ListKind, string> = { roots: 'list of roots', logs: 'log list' };

/** Why what a list lacks proves nothing; null where it is new enough. */
export function oldList(kind: ListKind, { certificates, atSeconds }: Served): string | null {
  if (!isOld(kind, certificates, atSeconds * 1_000)) return null;
  const date = kind === 'roots' ? certificates.rootsDate : certificates.logsDate;
  return `the ${nouns[kind]} is outdated (${date})`;
}
