import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { fileProblem } from '../file-problem.ts';
import { type EdgeList, shippedEdges } from './edge-networks.data.ts';
import { rangesOf } from './edges.ts';

type Read<T> = { ok: true; value: T } | { ok: false; problem: string };

/** Far more than the list needs. */
const maxBytes = 4 * 1024 * 1024;
const networks = z.record(z.string().min(1).max(80), z.array(z.string()).max(20_000));

const rejected = (problem: string): Read<never> => ({ ok: false, problem: `PERIMETER_EDGES: ${problem}` });

/** Networks of CDNs: the operator's file, a JSON object with lists of prefixes by name, dated by its modification time, or the shipped list. */
export function readEdgeList(env: Readonly<Record<string, string | undefined>>): Read<EdgeList> {
  const path = env['PERIMETER_EDGES'] ?? '';
  if (path === '') return { ok: true, value: shippedEdges };
  try {
    const { size, mtime } = statSync(path);
    if (size > maxBytes) return rejected(`the file is larger than ${maxBytes} bytes`);
    const named = Object.entries(networks.parse(JSON.parse(readFileSync(path, 'utf8'))));
    for (const [, prefixes] of named) rangesOf(prefixes);
    const list = { name: basename(path), date: mtime.toISOString().slice(0, 10) };
    return { ok: true, value: { ...list, networks: named.map(([name, prefixes]) => ({ name, prefixes })) } };
  } catch (error) {
    return error instanceof SyntaxError ||
      error instanceof z.ZodError ||
      error instanceof RangeError ||
      error instanceof TypeError
      ? rejected('the file is no JSON object of names to lists of prefixes such as 192.0.2.0/24')
      : rejected(`the file cannot be read: ${fileProblem(error)}`);
  }
}
