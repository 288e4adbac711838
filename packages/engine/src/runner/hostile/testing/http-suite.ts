import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { insideLab, labTest } from '@perimeter/lab/harness';
import { startSettings } from '../../memory/testing/start-settings.ts';
import type { HostileRun } from './http-audits.ts';

// Whole audits of web servers that attack their clients: each must end by itself in a report or a failure, without
// internal errors, without verdicts on unseen parts, and within limits for memory and event loop.

// Two at once grow by less than 200 MiB at rest, and where sixteen other programs want each core by up to 370, because memory
// waits to be collected; one alone is held lower (see memory.endurance.slow.test.ts). With its 90 at the start a service stays within 512.
// What lives is less: at most 85 MiB while a bomb is read, and 60 at rest, where the caches of the process end after some 120 audits.
const [mostHeldMs, mostMib, mostLiveMib] = [400, 420, 160];
const child = fileURLToPath(new URL('http-audits.ts', import.meta.url));

/** Tests that an audit ends by itself at a web server of each of these kinds. */
export function testHttpHostilities(kinds: readonly string[]): void {
  let run: HostileRun = { heldMs: 0, mib: 0, liveMib: 0, keptMib: 0, ended: [] };
  before(async () => {
    if (!insideLab) return;
    const options = { env: { ...process.env, ...startSettings() }, maxBuffer: 16 * 1_048_576, timeout: 1_200_000 };
    run = JSON.parse((await promisify(execFile)(process.execPath, ['--expose-gc', child, ...kinds], options)).stdout);
  });

  for (const kind of kinds) {
    labTest(`${kind}: the audit ends by itself, and judges nothing that it did not see`, () => {
      const one = run.ended.find((each) => each.kind === kind) ?? assert.fail('It did not end');
      assert.deepEqual(one.bugs, []);
      // Its requests ended before the audit's time limit.
      assert.notEqual(one.how, 'scan_timeout');
      if (!one.sawHead) assert.deepEqual(one.failedOnContent, []);
    });
  }

  labTest('memory and event loop hold', () => {
    const slowest = run.ended.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
    const slow = slowest.map(({ kind, ms }) => `${kind} ${(ms / 1000).toFixed(1)} s`).join(', ');
    const outcomes = run.ended.map(({ kind, how, sawHead }) => `${kind} ${how}${sawHead ? '' : ' (no head seen)'}`);
    const figures = `${run.ended.length} kinds, held ${run.heldMs.toFixed(0)} ms, grew ${run.mib.toFixed(0)} MiB, of which lived at most ${run.liveMib.toFixed(0)} and in the end ${run.keptMib.toFixed(0)}, slowest ${slow}`;
    process.stdout.write(`${figures}\n${outcomes.join(', ')}\n`);
    assert.ok(run.heldMs < mostHeldMs, figures);
    assert.ok(run.mib < mostMib, figures);
    assert.ok(run.liveMib < mostLiveMib, figures);
  });
}
