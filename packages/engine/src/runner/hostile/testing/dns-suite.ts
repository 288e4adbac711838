import assert from 'node:assert/strict';
import { before } from 'node:test';
import { hostileNameServer } from '@perimeter/lab/hosts/addresses';
import { insideLab, labTest } from '@perimeter/lab/harness';
import type { EngineSettings } from '../../../settings/settings.ts';
import { readEngineSettings } from '../../../settings/read-settings.ts';
import { runAudit } from '../../audit.ts';
import { watchProcess } from './watch.ts';

// Audits of names whose name server attacks its clients: through the lab's resolver, and with that server as the
// resolver, so that each byte arrives unchanged. They must end without internal errors, and within limits for event
// loop and memory.

// Limits for eight at once; one alone grows by less than 200 MiB, and ten by less than 512. The loop is blocked for 113
// ms at rest, and longer where other tests share the processor.
const [mostHeldMs, mostMib] = [400, 400];
const atOnce = 8;

/** A kind of hostile name server, and how an audit meets it. */
export interface DnsAttack {
  kind: string;
  how: 'resolver' | 'direct';
}
interface Ended extends DnsAttack {
  /** Whether its queries ended before the audit's time limit. */
  byItself: boolean;
  bugs: string[];
}

async function endOf({ kind, how }: DnsAttack, settings: EngineSettings): Promise<Ended> {
  const domain = `www.${kind}.hostile-dns.lab`;
  const bugs: string[] = [];
  const direct = { resolvers: [{ address: hostileNameServer, port: 53 }] };
  const result = await runAudit(
    { id: `${kind}-${how}`, domain, registrableDomain: 'hostile-dns.lab', scanMode: 'standard' },
    {
      settings: how === 'direct' ? { ...settings, ...direct } : settings,
      onBug: (where, error) => void bugs.push(`${where}: ${String(error)}`),
    },
  );
  return { kind, how, byItself: result.ok || result.failure.code !== 'scan_timeout', bugs };
}

/** Tests that an audit ends by itself under each of these attacks. */
export function testDnsAttacks(attacks: readonly DnsAttack[]): void {
  const ended: Ended[] = [];
  let seen = { heldMs: 0, mib: 0 };

  before(async () => {
    if (!insideLab) return;
    const read = readEngineSettings(process.env);
    assert.ok(read.ok);
    const { settings } = read;
    // One-time loading is not growth.
    await endOf({ kind: 'refused', how: 'resolver' }, settings);
    const watch = watchProcess();
    const queue = [...attacks];
    const inTurn = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) ended.push(await endOf(next, settings));
    };
    await Promise.all(Array.from({ length: atOnce }, inTurn));
    seen = watch.stop();
  });

  for (const { kind, how } of attacks) {
    labTest(
      `${kind}, ${how === 'direct' ? 'as the resolver' : 'behind the resolver'}: the audit ends by itself`,
      () => {
        const one = ended.find((each) => each.kind === kind && each.how === how) ?? assert.fail('It did not end');
        assert.deepEqual(one.bugs, []);
        assert.ok(one.byItself);
      },
    );
  }

  labTest('the event loop is never held for long, and the memory stays bounded', () => {
    const figures = `held ${seen.heldMs.toFixed(0)} ms, grew ${seen.mib.toFixed(0)} MiB`;
    assert.ok(seen.heldMs < mostHeldMs, figures);
    assert.ok(seen.mib < mostMib, figures);
  });
}
