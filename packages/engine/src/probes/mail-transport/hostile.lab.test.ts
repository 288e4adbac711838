import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insideLab } from '@perimeter/lab/harness';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { mailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { watchProcess } from '../../runner/hostile/testing/watch.ts';
import { labContext } from '../testing/lab-context.ts';
import { mailTransportProbe } from './probe.ts';

const hosts = endpoints.map(({ host }) => host).filter((host) => host.startsWith('hostile-smtp-'));

/** Processor time, as for other hostile servers: garbage collection is the longest block. */
const mostHeldMs = 400;
const mostMib = 200;

const skip = insideLab ? false : 'needs the lab: npm run lab -- node --test FILE';

test('concurrent hostile mail servers end within their limits, without memory growth', { skip }, async (t) => {
  assert.ok(hosts.length >= 20, String(hosts.length));
  // Warm-up: roots are loaded and code is compiled once per process.
  await mailTransportProbe.run(labContext('smtp-tls.lab'), {});
  const watch = watchProcess();
  // No outside signal: each session has to end by its own limit.
  const { signal } = new AbortController();
  const visited = await Promise.all(
    hosts.map(async (host) => {
      const context = labContext(host, { signal });
      // The reserve for mail is enough, so no name server has to be queried over TCP.
      const authoritative = context.authoritative.for('mail');
      const { evidence } = await mailTransportProbe.run({ ...context, authoritative }, {});
      return { host, evidence, opened: context.dialer.opened };
    }),
  );
  const { heldMs, mib } = watch.stop();
  for (const { host, evidence, opened } of visited) {
    assert.deepEqual(mailTransportEvidence.parse(JSON.parse(JSON.stringify(evidence))), evidence, host);
    assert.ok(opened <= 2, `${host} got ${opened} connections`);
    assert.ok(JSON.stringify(evidence).length < 64 * 1024, host);
    const [at] = evidence.hosts[0]?.addresses ?? [];
    assert.ok(at, host);
    const startTls = at.session.known ? at.session.value.startTls : at.session;
    const outcome = startTls.known ? startTls.value.outcome : 'unknown';
    // These complete every session, and offer no STARTTLS.
    const isPlain = ['hostile-smtp-controls.lab', 'hostile-smtp-never-ends.lab'].includes(host);
    assert.equal(outcome === 'not-offered', isPlain, host);
    t.diagnostic(`${host}: ${outcome}`);
  }
  t.diagnostic(`${hosts.length} servers, ${Math.round(mib)} MiB, loop held ${Math.round(heldMs)} ms`);
  assert.ok(mib < mostMib, `grew ${mib} MiB`);
  assert.ok(heldMs < mostHeldMs, `held ${heldMs} ms`);
});
