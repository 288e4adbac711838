import { readControlNames } from './control-names.ts';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileProblem } from '../../net/file-problem.ts';
import { ListProblem } from './list-problem.ts';
import type { LogList, RootList } from './lists.ts';
import { readLogs } from './read-logs.ts';
import { readRoots } from './read-roots.ts';
import type { TrustSettings } from './settings.ts';
import { readWeakKeys } from './read-weak-keys.ts';
import type { ReadSetting, SetVariables } from '../../net/environment/setting.ts';

/** Far more than browsers' lists need. */
const maxBytes = 16 * 1024 * 1024;

function readText(file: string): string {
  try {
    if (statSync(file).size > maxBytes) throw new ListProblem(`${file} is larger than ${maxBytes} bytes`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ListProblem) throw error;
    throw new ListProblem(`${file} cannot be read: ${fileProblem(error)}`);
  }
}

function readList<T>(
  env: SetVariables,
  variable: string,
  parse: (text: string, file: string) => T,
): ReadSetting<T | null> {
  const file = env[variable];
  if (file === undefined || file === '') return { ok: true, value: null };
  try {
    return { ok: true, value: parse(readText(file), file) };
  } catch (error) {
    if (error instanceof ListProblem) return { ok: false, problem: `${variable}: ${error.message}` };
    throw error;
  }
}

/** The combined weak keys in the files of PERIMETER_WEAK_KEYS; null: no file. */
function readWeakKeyLists(env: SetVariables): ReadSetting<ReadonlySet<string> | null> {
  const names = new Set<string>();
  for (const file of (env['PERIMETER_WEAK_KEYS'] ?? '').split(',').map((item) => item.trim())) {
    const read = readList({ PERIMETER_WEAK_KEYS: file }, 'PERIMETER_WEAK_KEYS', (text) => inFile(file, text));
    if (!read.ok) return read;
    for (const name of read.value ?? []) names.add(name);
  }
  return { ok: true, value: names.size === 0 ? null : names };
}

/** There may be several files: a problem names the file. */
function inFile(file: string, text: string): string[] {
  try {
    return readWeakKeys(text);
  } catch (error) {
    throw error instanceof ListProblem ? new ListProblem(`${file}: ${error.message}`) : error;
  }
}

/** The list of PERIMETER_PUBLIC_ROOTS; null: the shipped one. Files that it names are relative to it. */
const readRootList = (env: SetVariables, nowMs: number): ReadSetting<RootList | null> =>
  readList(env, 'PERIMETER_PUBLIC_ROOTS', (text, file) =>
    readRoots(text, nowMs, (name) => readText(resolve(dirname(file), name))),
  );

/** The list of PERIMETER_CT_LOGS; null: the shipped one. */
const readLogList = (env: SetVariables, nowMs: number): ReadSetting<LogList | null> =>
  readList(env, 'PERIMETER_CT_LOGS', (text) => readLogs(text, nowMs));

/** The operator's lists from the environment: all of them, or every problem at once with its variable. */
export function readTrustSettings(
  env: SetVariables,
  nowMs: number,
): { ok: true; settings: TrustSettings } | { ok: false; problems: string[] } {
  const publicRoots = readRootList(env, nowMs);
  const logList = readLogList(env, nowMs);
  const weakKeys = readWeakKeyLists(env);
  const controlNames = readControlNames(env);
  if (publicRoots.ok && logList.ok && weakKeys.ok && controlNames.ok)
    return {
      ok: true,
      settings: {
        publicRoots: publicRoots.value,
        logList: logList.value,
        weakKeys: weakKeys.value,
        controlNames: controlNames.value,
      },
    };
  const all = [publicRoots, logList, weakKeys, controlNames];
  return { ok: false, problems: all.flatMap((read) => (read.ok ? [] : [read.problem])) };
}
