import type { AuditMemory } from '@perimeter/engine/evidence/history/memory';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { meteredService, nobody } from '../testing/metered-service.ts';
import type { Engine } from '../process/parts.ts';

/**
 * The memory that each audit got: the number of the audit that stored it, null for none, undefined if memories could
 * not be read.
 */
const told: (number | null | undefined)[] = [];
const engine = deterministicEngine(1);
let unhappy = false;

/** An engine whose audits leave their number as memory. */
const remembering: Engine = {
  phasesOf: engine.phasesOf,
  runAudit: async (request, options) => {
    told.push(options.memory === null ? null : options.memory?.sinceMs);
    const memory: AuditMemory = { sinceMs: told.length, keys: [], sessions: [] };
    const result = await engine.runAudit(request, options);
    const key = { host: 'a'.repeat(70_000), port: 443, algorithm: 'ec', spkiSha256: '', firstSeenMs: 0, lastSeenMs: 0 };
    return { ...result, memory: unhappy ? { ...memory, keys: [key] } : memory };
  },
};

const { account, start, ended } = await meteredService(remembering, { PERIMETER_SHARE_SECONDS: '0' });

test('public audits use the memory of public audits, private audits that of their account', async () => {
  const [one, other] = [await account('pro'), await account('pro')];
  const audit = async (caller: typeof nobody, isPrivate: boolean, domain = 'kept.net') => {
    const id = await start(caller, { domain, private: isPrivate });
    await ended(caller, id);
    return told.at(-1);
  };
  assert.equal(await audit(nobody, false), null);
  assert.equal(await audit(one, false), 1);
  assert.equal(await audit(one, true), null);
  assert.equal(await audit(other, true), null);
  assert.equal(await audit(one, true), 3);
  assert.equal(await audit(other, false, 'www.kept.net'), 2, 'the registrable domain is what is remembered');
  assert.equal(await audit(nobody, false, 'another.net'), null);
});

test('an audit completes even if its memory cannot be stored', async () => {
  unhappy = true;
  const id = await start(nobody, { domain: 'unhappy.net' });
  assert.equal((await ended(nobody, id)).status, 'completed');
});
