import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import { insideLab } from '@perimeter/lab/harness';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { mailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { labContext } from '../testing/lab-context.ts';
import { mailTransportProbe } from './probe.ts';

const hosts = endpoints.map(({ host }) => host).filter((host) => host.startsWith('hostile-smtp-'));

/** A session has 30 seconds, one that ends by a failed handshake is tried again. */
const mostMs = 65_000;

const skip = insideLab ? false : 'needs the lab: npm run lab -- node --test FILE';

test('hostile mail servers, all at once, end in their budgets and cost no memory', { skip }, async (t) => {
  assert.ok(hosts.length >= 20, String(hosts.length));
  // Roots are read and code is compiled once in each process.
  await mailTransportProbe.run(labContext('smtp-tls.lab', { signal: AbortSignal.timeout(60_000) }), {});
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const rssBefore = process.memoryUsage.rss();
  const started = performance.now();
  const visited = await Promise.all(
    hosts.map(async (host) => {
      const context = labContext(host, { signal: AbortSignal.timeout(120_000) });
      const { evidence } = await mailTransportProbe.run(context, {});
      return { host, evidence, opened: context.dialer.opened };
    }),
  );
  const tookMs = performance.now() - started;
  delay.disable();
  for (const { host, evidence, opened } of visited) {
    assert.deepEqual(mailTransportEvidence.parse(JSON.parse(JSON.stringify(evidence))), evidence, host);
    assert.ok(opened <= 2, `${host} got ${opened} connections`);
    assert.ok(JSON.stringify(evidence).length < 64 * 1024, host);
    const [at] = evidence.hosts[0]?.addresses ?? [];
    assert.ok(at, host);
    const startTls = at.session.known ? at.session.value.startTls : at.session;
    const outcome = startTls.known ? startTls.value.outcome : 'unknown';
    // These end every session in order, and offer no STARTTLS.
    const isPlain = ['hostile-smtp-controls.lab', 'hostile-smtp-never-ends.lab'].includes(host);
    assert.equal(outcome === 'not-offered', isPlain, host);
    t.diagnostic(`${host}: ${outcome}`);
  }
  const grownMiB = (process.memoryUsage.rss() - rssBefore) / 1024 / 1024;
  t.diagnostic(
    `${hosts.length} servers in ${Math.round(tookMs)} ms, ${Math.round(grownMiB)} MiB, loop p99 ${Math.round(delay.percentile(99) / 1e6)} ms, p99.9 ${Math.round(delay.percentile(99.9) / 1e6)} ms`,
  );
  assert.ok(tookMs < mostMs);
  assert.ok(grownMiB < 200);
  // The rarest delays on a busy machine are those of its scheduler.
  assert.ok(delay.percentile(99) / 1e6 < 200);
});
