import { readFileSync } from 'node:fs';
import { parseRdapBootstrap } from '@perimeter/protocols/rdap/bootstrap';
import { fileProblem } from '../file-problem.ts';
import { shippedRegistries } from './registries.data.ts';
import type { ReadSetting, SetVariables } from '../environment/setting.ts';

const shipped = (): ReadonlyMap<string, string> =>
  new Map(
    shippedRegistries.services.flatMap(([url, domains]) => domains.split(' ').map((domain) => [domain, url] as const)),
  );

const rejected = (problem: string): ReadSetting<never> => ({
  ok: false,
  problem: `PERIMETER_RDAP_BOOTSTRAP: ${problem}`,
});

/** The registries that may be queried: the shipped list, the operator's bootstrap file, or none. */
export function readRegistries(env: SetVariables): ReadSetting<ReadonlyMap<string, string>> {
  const { PERIMETER_RDAP_BOOTSTRAP: path = '' } = env;
  if (env['PERIMETER_SOURCES'] === 'none') return { ok: true, value: new Map() };
  if (path === '') return { ok: true, value: shipped() };
  try {
    const bootstrap = parseRdapBootstrap(readFileSync(path, 'utf8'));
    if (bootstrap !== null) return { ok: true, value: bootstrap.services };
    return rejected('the file is no bootstrap file (RFC 9224) with a service over HTTPS');
  } catch (error) {
    return rejected(`the file cannot be read: ${fileProblem(error)}`);
  }
}
