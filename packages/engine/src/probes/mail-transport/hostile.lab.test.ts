import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insideLab } from '@perimeter/lab/harness';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { mailTransportEvidence } from '../../evidence/mail-transport/schema.ts';
import { watchProcess } from '../../runner/hostile/testing/watch.ts';
import { labContext } from '../testing/lab-context.ts';
import { mailTransportProbe } from './probe.ts';

const hosts = endpoints.map(({ host }) => host).filter((host) => host.startsWith('hostile-smtp-'));

/** Of processor time, as of the other hostile servers: the collection of garbage is the longest hold. */
const mostHeldMs = 400;
const mostMib = 200;

const skip = insideLab ? false : 'needs the lab: npm run lab -- node --test FILE';

test('hostile mail servers, all at once, end in their budgets and cost no memory', { skip }, async (t) => {
  assert.ok(hosts.length >= 20, String(hosts.length));
  // Roots are read and code is compiled once in each process.
  await mailTransportProbe.run(labContext('smtp-tls.lab'), {});
  const watch = watchProcess();
  // Nothing from outside ends them: each of a few sessions has to end by its own limit.
  const { signal } = new AbortController();
  const visited = await Promise.all(
    hosts.map(async (host) => {
      const context = labContext(host, { signal });
      // With what is kept for mail, no name server has to be asked over TCP.
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
    // These end every session in order, and offer no STARTTLS.
    const isPlain = ['hostile-smtp-controls.lab', 'hostile-smtp-never-ends.lab'].includes(host);
    assert.equal(outcome === 'not-offered', isPlain, host);
    t.diagnostic(`${host}: ${outcome}`);
  }
  t.diagnostic(`${hosts.length} servers, ${Math.round(mib)} MiB, loop held ${Math.round(heldMs)} ms`);
  assert.ok(mib < mostMib, `grew ${mib} MiB`);
  assert.ok(heldMs < mostHeldMs, `held ${heldMs} ms`);
});
