import { basename } from 'node:path';
import { dayOf, listFileProblem, namedFile, oncePerFile, slicesOf, UnusableList } from '../list-file.ts';
import { readRoutes, type RouteTable } from './read-routes.ts';
import type { SetVariables } from '../environment/setting.ts';

/** Routes of the operator's file, or why there are none. */
export type Routes = { ok: true; file: string; date: string; table: RouteTable } | { ok: false; problem: string };

/** Far more than the internet needs; also applies to decompressed data. */
const maxBytes = 512 * 1024 * 1024;

/** The file of PERIMETER_ROUTES; null: none. */
export const readRoutesFile = (env: SetVariables) => namedFile(env, 'PERIMETER_ROUTES', maxBytes);

/** Lines of the slices; the last one may have no line end. */
async function* linesOf(slices: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const slice of slices) {
    const lines = (rest + slice.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > 65_536) throw new UnusableList('a line is longer than 65536 characters');
    yield* lines.map((line) => line.replace(/\r$/, ''));
  }
  yield rest;
}

async function load(file: string): Promise<Routes> {
  try {
    const date = dayOf(file);
    const table = await readRoutes(linesOf(slicesOf(file, maxBytes)));
    return typeof table === 'string' ? { ok: false, problem: table } : { ok: true, file: basename(file), date, table };
  } catch (error) {
    return { ok: false, problem: listFileProblem(error) };
  }
}

/** The routes of a file, read once a process: restart to read a newer one. */
export const routesOf: (file: string) => Promise<Routes> = oncePerFile(load);
