import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileProblem } from '../file-problem.ts';
import { readRoutes, type RouteTable } from './read-routes.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Read<T> = { ok: true; value: T } | { ok: false; problem: string };

/** Routes of the operator's file, or why there are none. */
export type Routes = { ok: true; file: string; date: string; table: RouteTable } | { ok: false; problem: string };

/** Many times what the internet needs; unpacked, too. */
const maxBytes = 512 * 1024 * 1024;

/** The file of PERIMETER_ROUTES; null: none. It is read when an audit first needs it. */
export function readRoutesFile(env: Environment): Read<string | null> {
  const file = env['PERIMETER_ROUTES'];
  if (file === undefined || file === '') return { ok: true, value: null };
  const rejected = (problem: string) => ({ ok: false, problem: `PERIMETER_ROUTES: ${file} ${problem}` }) as const;
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return rejected('is no file');
    return stat.size > maxBytes ? rejected(`is larger than ${maxBytes} bytes`) : { ok: true, value: file };
  } catch (error) {
    return rejected(`cannot be read: ${fileProblem(error)}`);
  }
}

/** A file beyond our bounds, told in our own words. */
class TooLarge extends Error {
  readonly problem: string;
  constructor(problem: string) {
    super(problem);
    this.problem = problem;
  }
}

/** The file's text as it is read: slices, so that other audits go on. */
async function* bounded(file: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(file);
  const unpacked: AsyncIterable<Buffer> = file.endsWith('.gz') ? pipeline(stream, createGunzip(), () => null) : stream;
  let bytes = 0;
  for await (const chunk of unpacked) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLarge(`it is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Lines of the slices; the last one may lack its end. */
async function* linesOf(slices: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const slice of slices) {
    const lines = (rest + slice.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > 65_536) throw new TooLarge('a line is longer than 65536 characters');
    yield* lines.map((line) => line.replace(/\r$/, ''));
  }
  yield rest;
}

async function load(file: string): Promise<Routes> {
  try {
    const date = statSync(file).mtime.toISOString().slice(0, 10);
    const table = await readRoutes(linesOf(bounded(file)));
    return typeof table === 'string' ? { ok: false, problem: table } : { ok: true, file: basename(file), date, table };
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, problem: error.problem };
    const isPacked = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    return { ok: false, problem: isPacked ? 'it is no gzip file' : fileProblem(error) };
  }
}

const loaded = new Map<string, Promise<Routes>>();

/** The routes of a file, read once a process: restart to read a newer one. */
export function routesOf(file: string): Promise<Routes> {
  const known = loaded.get(file) ?? load(file);
  loaded.set(file, known);
  return known;
}
