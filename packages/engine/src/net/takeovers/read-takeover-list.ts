import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { readTakeovers } from '@perimeter/protocols/names/read-takeovers';
import { shippedTakeovers } from '@perimeter/protocols/names/takeover-services.data';
import type { TakeoverList } from '@perimeter/protocols/names/takeover-table';
import { fileProblem } from '../file-problem.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Read<T> = { ok: true; value: T } | { ok: false; problem: string };

/** Far more than the list needs. */
const maxBytes = 4 * 1024 * 1024;

const rejected = (problem: string): Read<never> => ({ ok: false, problem: `PERIMETER_TAKEOVERS: ${problem}` });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Services where strangers may claim names: the operator's file in can-i-take-over-xyz format, dated by its modification time, or the shipped list. */
export function readTakeoverList(env: Environment): Read<TakeoverList> {
  const path = env['PERIMETER_TAKEOVERS'] ?? '';
  if (path === '') return { ok: true, value: shippedTakeovers };
  try {
    const { size, mtime } = statSync(path);
    if (size > maxBytes) return rejected(`the file is larger than ${maxBytes} bytes`);
    const services = readTakeovers(parsed(readFileSync(path, 'utf8')));
    if (services === null) return rejected('the file is no list of services in the form of can-i-take-over-xyz');
    return { ok: true, value: { name: basename(path), date: mtime.toISOString().slice(0, 10), services } };
  } catch (error) {
    return rejected(`the file cannot be read: ${fileProblem(error)}`);
  }
}
