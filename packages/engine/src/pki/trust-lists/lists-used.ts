import type { ListsUsed, ServedChain } from '../../evidence/certificates/schema.ts';
import type { TrustSettings } from './settings.ts';
import type { ListOrigin, LogList, RootList } from './lists.ts';
import type { RootStore } from './root-store.ts';
import { shippedLogs, shippedRoots } from './shipped-lists.ts';

/** The lists that an audit judges by. */
export interface TrustLists {
  roots: RootList;
  logs: LogList;
}

/** The operator's lists, or the shipped ones. */
export const listsOf = ({ publicRoots, logList }: TrustSettings): TrustLists => ({
  roots: publicRoots ?? shippedRoots(),
  logs: logList ?? shippedLogs,
});

const originOf = ({ name, date }: ListOrigin): ListOrigin => ({ name, date });

/** The identity of the lists for evidence, with the parts that checks need later. */
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
