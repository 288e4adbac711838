import { z } from 'zod';
import { jsonOrNull } from '@perimeter/protocols/json';
import type { ReadSetting, SetVariables } from '../environment/setting.ts';
import { ownOrShipped } from '../list-file.ts';
import { type EdgeList, shippedEdges } from './edge-networks.data.ts';
import { rangesOf } from './edges.ts';

/** Far more than the list needs. */
const maxBytes = 4 * 1024 * 1024;
const networks = z.record(z.string().min(1).max(80), z.array(z.string()).max(20_000));
const otherForm = 'the file is no JSON object of names to lists of prefixes such as 192.0.2.0/24';

function edgesIn(text: string): Pick<EdgeList, 'networks'> | string {
  const read = networks.safeParse(jsonOrNull(text));
  if (!read.success) return otherForm;
  const named = Object.entries(read.data);
  try {
    for (const [, prefixes] of named) rangesOf(prefixes);
  } catch {
    return otherForm;
  }
  return { networks: named.map(([name, prefixes]) => ({ name, prefixes })) };
}

/** Networks of CDNs: the operator's file, a JSON object with lists of prefixes by name, or the shipped list. */
export const readEdgeList = (env: SetVariables): ReadSetting<EdgeList> =>
  ownOrShipped([env, 'PERIMETER_EDGES'], maxBytes, shippedEdges, edgesIn);
