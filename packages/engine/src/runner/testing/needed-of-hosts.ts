import type { CategoryKey } from '@perimeter/contract/category';
import { coverage } from '@perimeter/lab/hosts/coverage.data';
import type { Coverage } from '@perimeter/lab/hosts/coverage/row.data';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { modules } from '../../modules/registry.ts';
import { tlsVulnerabilities } from '../../modules/tls_vulnerabilities/module.ts';
import { allClaims } from '../reproduce/claims/all.ts';
import { neededKinds } from './deep-audit.ts';
import { flawed, sound } from './flawed-hosts.data.ts';

/** Servers with known results for named attacks. */
export const attacked: readonly string[] = [...new Set(endpoints.map(({ host }) => host))].filter(
  (host) => flawed[host] !== undefined || sound.test(host),
);

const tables: Readonly<Record<string, Readonly<Record<string, Coverage>>>> = coverage;

const claimed = allClaims.flatMap(({ claims, alsoOn = [] }) => [
  ...Object.entries(claims).map(([id, { on }]) => [id, on] as const),
  ...alsoOn.map(({ id, on }) => [id, on] as const),
]);

/** The evidence of each host that the tests of a category need. */
export function neededIn(category: CategoryKey): ReturnType<typeof neededKinds> {
  const own = modules.filter((module) => module.category === category);
  const ids = new Set(own.flatMap(({ checks }) => checks.map(({ id }) => id)));
  const covered = own
    .flatMap(({ id }) => Object.entries(tables[id] ?? {}))
    .flatMap(([id, { fails, passes }]) => [...fails, ...passes].map((host) => [id, host] as const));
  const assaulted = tlsVulnerabilities.checks.flatMap(({ id }) => attacked.map((host) => [id, host] as const));
  return neededKinds([...covered, ...[...claimed, ...assaulted].filter(([id]) => ids.has(id))]);
}
