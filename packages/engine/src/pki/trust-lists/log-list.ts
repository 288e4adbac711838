import type { KnownLog, LogList } from './lists.ts';

/** Finds a log by its id in hex. */
export type LogFinder = (id: string) => KnownLog | null;

/** Finds logs of a list. */
export function createLogFinder({ logs }: LogList): LogFinder {
  const byId = new Map(logs.map((log) => [Buffer.from(log.id, 'base64').toString('hex'), log]));
  return (id) => byId.get(id) ?? null;
}
