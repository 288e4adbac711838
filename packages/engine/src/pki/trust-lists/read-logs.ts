import { createHash, createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { ListProblem, listDay, parseList } from './list-problem.ts';
import { type KnownLog, type LogList, logStates } from './lists.ts';

const instant = z.iso.datetime({ offset: true, error: 'not an instant such as 2026-11-02T12:00:00Z' });
const state = z.partialRecord(z.enum(logStates), z.object({ timestamp: instant }));
const log = z.object({
  description: z.string(),
  log_id: z.base64(),
  key: z.base64(),
  // A log without a state is not accepted by browsers.
  state: state.optional(),
});

/** The used part of browsers' log lists (version 3 of their schema); other members are ignored. */
const schema = z.object({
  version: z.string().optional(),
  log_list_timestamp: instant,
  operators: z
    .array(z.object({ name: z.string(), logs: z.array(log).optional(), tiled_logs: z.array(log).optional() }))
    .min(1, 'no operator'),
});

type Row = z.infer<typeof log>;

function isPublicKey(der: Buffer): boolean {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' }).type === 'public';
  } catch {
    return false;
  }
}

function logOf(operator: string, { description: name, key, log_id: id, state: states = {} }: Row): KnownLog[] {
  const der = Buffer.from(key, 'base64');
  if (!isPublicKey(der)) throw new ListProblem(`${operator} ${name}: its key is no SubjectPublicKeyInfo`);
  if (createHash('sha256').update(der).digest('base64') !== id)
    throw new ListProblem(`${operator} ${name}: its log_id is not the SHA-256 of its key (RFC 6962 section 3.2)`);
  const named = logStates.filter((one) => states[one] !== undefined);
  const [only] = named;
  if (named.length > 1) throw new ListProblem(`${operator} ${name}: it is in two states, ${named.join(' and ')}`);
  if (only === undefined) return [];
  const retired = states.retired === undefined ? null : Date.parse(states.retired.timestamp);
  return [{ operator, name, id, key, state: only, retiredAt: retired }];
}

/** Logs of a list as browsers publish it (log_list.json, version 3); throws ListProblem. */
export function readLogs(text: string, nowMs: number): LogList {
  const { version, log_list_timestamp: timestamp, operators } = parseList(text, schema);
  const logs = operators.flatMap(({ name, logs: plain = [], tiled_logs: tiled = [] }) =>
    [...plain, ...tiled].flatMap((row) => logOf(name, row)),
  );
  const twice = logs.find(({ id }, at) => logs.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) throw new ListProblem(`${twice.operator} ${twice.name}: it stands in the list twice`);
  if (logs.length === 0) throw new ListProblem('operators: not one log in any state');
  return {
    name: version === undefined ? "the operator's log list" : `the operator's log list ${version}`,
    date: listDay(Date.parse(timestamp), nowMs, 'log_list_timestamp'),
    logs,
  };
}
