import { auditFailureCode, auditStarted } from '@perimeter/contract/audit';
import { sampleReport } from '@perimeter/report/testing/sample-report';
import { setTimeout as sleep } from 'node:timers/promises';
import { goldenEngine, goldenReport } from '../golden-engine.ts';
import type { Browser } from '../people.ts';
import { hostileReport } from './hostile-report.ts';
import { largeReport } from './large-report.ts';

/** More audits than a page of the list shows. */
const listed = 32;
/** The running audit stops after this phase; by then it has findings. */
const heldPhase = 2;

const reports = new Map([
  ['sample.net', sampleReport],
  ['hostile.net', hostileReport()],
  ['large.net', largeReport()],
]);
const plain = goldenReport('redirect.lab');

/**
 * An engine with the golden reports and some more; audits of held.net stop half-way, and those of its subdomains at
 * their start.
 */
export const stageEngine = () => ({
  ...goldenEngine(
    async (domain, phase) => {
      const isHeld = domain.endsWith('held.net') && (domain !== 'held.net' || phase === heldPhase);
      if (isHeld) await new Promise(() => undefined);
    },
    {
      get: (domain) =>
        reports.get(domain) ??
        (domain === 'held.net' ? goldenReport('bad.lab') : domain.endsWith('.net') ? plain : undefined),
    },
  ),
  findProof: async ({ name }: { name: string }) => (name === 'sample.net' ? ('dns' as const) : null),
});

async function started(by: Browser, body: Record<string, unknown>): Promise<string> {
  const answer = await by.send('POST', '/api/audit/start', body);
  if (answer.statusCode !== 202) throw new Error(answer.body);
  return auditStarted.parse(answer.json()).id;
}

async function ended(by: Browser, body: Record<string, unknown>, status: 'completed' | 'failed'): Promise<string> {
  const id = await started(by, body);
  for (;;) {
    const { body: state } = await by.send('GET', `/api/audit/${id}`, undefined, { prefer: 'wait=5' });
    if (state.includes(`"status":"${status}"`)) return id;
    if (/"status":"(?:completed|failed)"/.test(state)) throw new Error(state);
  }
}

/** Audits of every kind that a page shows, by name. */
export async function auditsOfStage(holder: Browser, keeper: Browser) {
  for (let n = 0; n < listed; n += 1) await started(keeper, { domain: `site-${n}.net` });
  for (const domain of ['good.lab', 'botwall.lab', 'sample.net']) await ended(keeper, { domain }, 'completed');
  const domains = {
    bad: 'bad.lab',
    good: 'good.lab',
    walled: 'botwall.lab',
    sample: 'sample.net',
    hostile: 'hostile.net',
    large: 'large.net',
    expired: 'plain.lab',
    redirect: 'redirect.lab',
  };
  const done: Record<string, string> = {};
  for (const name of ['earlier', 'latest']) done[name] = await ended(keeper, { domain: 'bad.lab' }, 'completed');
  for (const [name, domain] of Object.entries(domains)) done[name] = await ended(holder, { domain }, 'completed');
  done['hidden'] = await ended(holder, { domain: 'good.lab', private: true }, 'completed');
  for (const code of auditFailureCode.options)
    done[code] = await ended(holder, { domain: `${code.replaceAll('_', '-')}.failing.net` }, 'failed');
  return done;
}

/** Audits that stay unfinished while the service runs: one with findings, one just started, one queued. */
export async function unfinishedOfStage(holder: Browser) {
  const running = await started(holder, { domain: 'held.net' });
  const begun = await started(holder, { domain: 'a.held.net' });
  for (;;) {
    const { body } = await holder.send('GET', `/api/audit/${running}`);
    if (body.includes(`"phasesCompleted":${heldPhase}`)) break;
    await sleep(20);
  }
  return { running, begun, queued: await started(holder, { domain: 'b.held.net' }) };
}
