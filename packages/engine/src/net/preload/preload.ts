import { basename } from 'node:path';
import { dayOf, listFileProblem, namedFile, oncePerFile, slicesOf, UnusableList } from '../list-file.ts';
import { EntryScanner } from './entries.ts';
import { type PreloadTable, PreloadTableBuilder } from './table.ts';
import type { SetVariables } from '../environment/setting.ts';
import { isJsonObject, type JsonObject, jsonOrNull } from '@perimeter/protocols/json';

/** The operator's HSTS preload list, or why there is none. */
export type PreloadList =
  | { ok: true; file: string; date: string; table: PreloadTable }
  | { ok: false; problem: string };

/** Chromium's list has about 20 MB; the limit also applies to decompressed data. */
const maxBytes = 128 * 1024 * 1024;
/** Far more than Chromium's list has. */
const maxEntries = 2_000_000;

/** The file of PERIMETER_HSTS_PRELOAD; null: none. */
export const readPreloadFile = (env: SetVariables) => namedFile(env, 'PERIMETER_HSTS_PRELOAD', maxBytes);

/** Characters scanned before yielding to the event loop: about a millisecond. */
const sliceCharacters = 16_384;

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

function objectIn(text: string): JsonObject {
  const value = jsonOrNull(text);
  if (isJsonObject(value)) return value;
  throw new UnusableList('an entry is not an object of JSON');
}

/** Adds an entry with HSTS; entries with only pins do not require https. */
function addEntry(builder: PreloadTableBuilder, text: string): void {
  const { name, mode, include_subdomains: includeSubdomains } = objectIn(text);
  if (typeof name !== 'string' || mode !== 'force-https') return;
  builder.add({ name: name.toLowerCase().replace(/\.$/, ''), includeSubdomains: includeSubdomains === true });
  if (builder.count > maxEntries) throw new UnusableList(`it holds more than ${maxEntries} entries`);
}

async function readList(file: string): Promise<PreloadTable> {
  const scanner = new EntryScanner();
  const builder = new PreloadTableBuilder();
  const decoder = new TextDecoder();
  for await (const bytes of slicesOf(file, maxBytes)) {
    const text = decoder.decode(bytes, { stream: true });
    for (let at = 0; at < text.length; at += sliceCharacters) {
      for (const object of scanner.objects(text.slice(at, at + sliceCharacters))) addEntry(builder, object);
      await nextTurn();
    }
  }
  if (!scanner.isWhole) throw new UnusableList('it ends early');
  if (builder.count === 0) throw new UnusableList('it holds no entry with force-https');
  return builder.build();
}

async function load(file: string): Promise<PreloadList> {
  try {
    return { ok: true, file: basename(file), date: dayOf(file), table: await readList(file) };
  } catch (error) {
    return { ok: false, problem: listFileProblem(error) };
  }
}

/** The preload list of a file, read once per process: restart to read a newer one. */
export const preloadListOf: (file: string) => Promise<PreloadList> = oncePerFile(load);
