import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type KnownLog, knownLogs } from './logs.data.ts';

/** Looks for a log by its id in hex. */
export type LogFinder = (id: string) => KnownLog | null;

/** A state of a log is named by the key of an object that says since when. */
const logState = z.record(z.string(), z.object({ timestamp: z.string() }));
const logRow = z.object({ description: z.string(), key: z.string(), state: logState.optional() });

/** The part of browsers' log lists (version 3 of their schema) that is of use here. */
const logList = z.object({
  operators: z.array(
    z.object({ name: z.string(), logs: z.array(logRow).optional(), tiled_logs: z.array(logRow).optional() }),
  ),
});

const states: readonly KnownLog['state'][] = ['qualified', 'usable', 'readonly', 'retired'];

function logOf(operator: string, { description, key, state = {} }: z.infer<typeof logRow>): KnownLog[] {
  const named = states.find((one) => state[one] !== undefined);
  if (named === undefined) return [];
  const id = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64');
  const retiredAt = named === 'retired' ? Date.parse(state['retired']?.timestamp ?? '') : null;
  return [{ operator, name: description, id, key, state: named, retiredAt }];
}

/** Logs of a list in the form that browsers publish; null where the text is none. */
export function readLogList(text: string): KnownLog[] | null {
  try {
    const { operators } = logList.parse(JSON.parse(text));
    return operators.flatMap(({ name, logs = [], tiled_logs: tiled = [] }) =>
      [...logs, ...tiled].flatMap((row) => logOf(name, row)),
    );
  } catch {
    return null;
  }
}

/** Finds logs of the shipped list, and of another one where that is given. */
export function createLogFinder(extra: string | null): LogFinder {
  const logs = [...knownLogs, ...((extra === null ? null : readLogList(extra)) ?? [])];
  const byId = new Map(logs.map((log) => [Buffer.from(log.id, 'base64').toString('hex'), log]));
  return (id) => byId.get(id) ?? null;
}
