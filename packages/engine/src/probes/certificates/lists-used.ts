import type { ListsUsed, ServedChain } from '../../evidence/certificates/schema.ts';
import { daysSince, maxListDays } from '../../evidence/certificates/list-age.ts';
import type { NetSettings } from '../../net/settings.ts';
import type { ListOrigin, LogList, RootList } from '../../net/trust/lists.ts';
import type { RootStore } from './roots.ts';
import { shippedLogs, shippedRoots } from './shipped-lists.ts';

/** The lists that an audit judges by. */
export interface TrustLists {
  roots: RootList;
  logs: LogList;
}

/** The operator's lists, or the shipped ones. */
export const listsOf = ({ publicRoots, logList }: NetSettings): TrustLists => ({
  roots: publicRoots ?? shippedRoots(),
  logs: logList ?? shippedLogs,
});

/** Sentences about lists that are too old to prove anybody wrong, for whoever runs this. */
export function oldListWarnings(settings: NetSettings, nowMs: number): string[] {
  const { roots, logs } = listsOf(settings);
  const lists = [
    { list: roots, maxDays: maxListDays.roots, variable: 'PERIMETER_PUBLIC_ROOTS' },
    { list: logs, maxDays: maxListDays.logs, variable: 'PERIMETER_CT_LOGS' },
  ];
  return lists.flatMap(({ list: { name, date }, maxDays, variable }) => {
    const days = daysSince(date, nowMs);
    return days < maxDays
      ? []
      : [`The list in use, ${name}, is of ${date}, ${days} days ago: ${variable} names a newer one`];
  });
}

const originOf = ({ name, date }: ListOrigin): ListOrigin => ({ name, date });

/** What evidence says of the lists, and what of them checks have to know later. */
export function listsUsed({ roots, logs }: TrustLists, store: RootStore, chains: readonly ServedChain[]): ListsUsed {
  const ends = new Set(chains.flatMap(({ verdict }) => verdict.path.slice(-1)));
  return {
    roots: originOf(roots),
    logs: originOf(logs),
    authorities:
      roots.authorities?.map(({ organisations, identities }) => ({
        organisations: [...organisations],
        identities: [...identities],
      })) ?? null,
    rootIdentities: [...ends].flatMap((root) => {
      const identities = store.publicRoot(root)?.caa ?? [];
      return identities.length === 0 ? [] : [{ root, identities: [...identities] }];
    }),
  };
}
