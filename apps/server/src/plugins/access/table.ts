import type { Http } from '../../http/http.ts';
import type { AccessRow } from './access.ts';

function rowOf(table: Readonly<Record<string, AccessRow>>, method: string, url: string): AccessRow {
  const name = `${method === 'HEAD' ? 'GET' : method} ${url}`;
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  if (row === undefined) throw new Error(`The access table has no row for ${name}`);
  return row;
}

/**
 * Assigns each later route its row of the table. Throws for a route without a row, so that no route is added without a
 * rule for its access.
 */
export function addAccessTable(http: Http, table: Readonly<Record<string, AccessRow>>): void {
  http.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const { logs, ...access } = rowOf(table, method, route.url);
      route.config = { ...route.config, access, ...(logs === undefined ? {} : { logs }) };
    }
  });
}
