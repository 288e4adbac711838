import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { listFileProblem, namedFile, oncePerFile, slicesOf } from '../list-file.ts';
import { readVrps, type VrpTable } from './read-vrps.ts';
import type { SetVariables } from '../environment/setting.ts';

/** Validated payloads of the operator's file, or why there are none. */
export type Vrps = { ok: true; file: string; madeMs: number; table: VrpTable } | { ok: false; problem: string };

/** Far more than the internet needs; also applies to decompressed data. */
const maxBytes = 512 * 1024 * 1024;

/** The file of PERIMETER_VRPS; null: none. */
export const readVrpsFile = (env: SetVariables) => namedFile(env, 'PERIMETER_VRPS', maxBytes);

async function load(file: string): Promise<Vrps> {
  try {
    const table = await readVrps(slicesOf(file, maxBytes));
    return { ok: true, file: basename(file), madeMs: table.madeMs ?? statSync(file).mtimeMs, table };
  } catch (error) {
    return { ok: false, problem: listFileProblem(error) };
  }
}

/** The payloads of a file, read once per process, by the first audit that needs them: restart to read a newer one. */
export const vrpsOf: (file: string) => Promise<Vrps> = oncePerFile(load);
