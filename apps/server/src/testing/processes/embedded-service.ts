import { auditStarted, auditState, type AuditState } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../child.ts';

/** Starts an audit. */
export async function start({ url }: ServiceProcess, domain: string) {
  const answer = await fetch(`${url}/api/audit/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domain }),
  });
  assert.equal(answer.status, 202);
  return auditStarted.parse(await answer.json());
}

/** The state of an audit, at once or after waiting for this many seconds at most. */
export const stateOf = async ({ url }: ServiceProcess, id: string, wait = 0): Promise<AuditState> =>
  auditState.parse(await (await fetch(`${url}/api/audit/${id}`, { headers: { prefer: `wait=${wait}` } })).json());

const postmaster = (dataDir: string): string => path.join(dataDir, 'postgres/data/postmaster.pid');

/** The process id of the embedded database. */
export const databasePid = async (dataDir: string): Promise<number> =>
  Number((await readFile(postmaster(dataDir), 'utf8')).split('\n', 1)[0]);

/** Waits until the embedded database has ended. */
export async function hasGone(dataDir: string): Promise<void> {
  while (existsSync(postmaster(dataDir))) await sleep(20);
}
