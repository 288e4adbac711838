import type { Http } from '../../http/http.ts';
import type { AccessRow } from './access.ts';

function rowOf(table: Readonly<Record<string, AccessRow>>, method: string, url: string): AccessRow {
  const name = `${method === 'HEAD' ? 'GET' : method} ${url}`;
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  if (row === undefined) throw new Error(`The access table has no row for ${name}`);
  return row;
}

/**
 * Gives each route that comes after this its row of the table. Throws for one without a row: nobody may add a route without saying who
 * may use it.
 */
export function addAccessTable(http: Http, table: Readonly<Record<string, AccessRow>>): void {
  http.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const { logs, ...access } = rowOf(table, method, route.url);
      route.config = { ...route.config, access, ...(logs === undefined ? {} : { logs }) };
    }
  });
}
