import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { shippedLibraries } from '@perimeter/protocols/libraries/retire.data';
import { readRetire } from '@perimeter/protocols/libraries/retire';
import type { LibraryList } from '@perimeter/protocols/libraries/table';
import { fileProblem } from '../file-problem.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Read<T> = { ok: true; value: T } | { ok: false; problem: string };

/** Far more than the list needs. */
const maxBytes = 16 * 1024 * 1024;

const rejected = (problem: string): Read<never> => ({ ok: false, problem: `PERIMETER_LIBRARIES: ${problem}` });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The list of libraries with known flaws: the operator's file in Retire.js format, dated by its modification time, or the shipped list. */
export function readLibraries(env: Environment): Read<LibraryList> {
  const path = env['PERIMETER_LIBRARIES'] ?? '';
  if (path === '') return { ok: true, value: shippedLibraries };
  try {
    const { size, mtime } = statSync(path);
    if (size > maxBytes) return rejected(`the file is larger than ${maxBytes} bytes`);
    const read = readRetire(parsed(readFileSync(path, 'utf8')));
    if (read === null) return rejected('the file is no repository of Retire.js with advisories');
    return {
      ok: true,
      value: { name: basename(path), date: mtime.toISOString().slice(0, 10), libraries: read.libraries },
    };
  } catch (error) {
    return rejected(`the file cannot be read: ${fileProblem(error)}`);
  }
}
