import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { AuditMemory } from '../../evidence/history/memory.ts';
import { modules } from '../../modules/registry.ts';
import { labContext } from '../../probes/testing/lab-context.ts';
import { gather } from '../gather.ts';
import { memoryAfter } from '../remember.ts';
import { probesOf } from './deep-audit.ts';

const checks = modules.flatMap((module) => module.checks);

/** As much of an audit as one check needs: its outcome, and what is remembered. */
export async function judgeWithMemory(
  id: string,
  domain: string,
  scanMode: 'standard' | 'deep',
  memory: AuditMemory | null,
) {
  const check = checks.find((one) => one.id === id) ?? assert.fail(`${id} is no check`);
  const wanted = probesOf(check.needs);
  const gathering = gather({ ...labContext(domain, { target: { scanMode } }), memory }, wanted, {
    onProbe: () => {},
    onBug: (where, error) => assert.fail(`${where}: ${String(error)}`),
  });
  await gathering.settled(wanted.map(({ kind }) => kind));
  const { evidence, remembered } = gathering;
  return { evidence, outcome: check.evaluate(evidence), memory: memoryAfter(memory, evidence, remembered) };
}

/** One TLS 1.2 connection: its session for resumption, and whether it was resumed itself. */
async function connection(host: string, session?: Buffer): Promise<{ session: Buffer | undefined; reused: boolean }> {
  const socket = connect({ host, port: 443, servername: host, maxVersion: 'TLSv1.2', ...(session && { session }) });
  await once(socket, 'secureConnect');
  const seen = { session: socket.getSession(), reused: socket.isSessionReused() };
  socket.destroy();
  return seen;
}

const keyChangesWithinMs = 60_000;

/** Waits until a server has changed its ticket key. */
export async function untilTicketsAreRefused(host: string): Promise<void> {
  const { session } = await connection(host);
  for (const deadlineMs = performance.now() + keyChangesWithinMs; ; await sleep(100)) {
    if (!(await connection(host, session)).reused) return;
    assert.ok(performance.now() < deadlineMs, 'The key did not change');
  }
}
