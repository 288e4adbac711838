import { hasEnded } from '@perimeter/contract/audit';
import { startService } from '@perimeter/server/process/service';
import { firstAccount } from '@perimeter/server/testing/people';
import { testSettings } from '@perimeter/server/testing/service';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';
import { setTimeout as sleep } from 'node:timers/promises';
import { markdownTable } from '../table.ts';
import { startAudit, stateOf } from './audits.ts';
import { engineOf } from './pdf-engine.ts';
import { type Measured, polled } from './polled.ts';

const documents = 20;
const measuredMs = 60_000;

async function completed(domain: string, send: Holder['send']): Promise<string> {
  const { id }: { id: string } = (await send('POST', '/api/audit/start', { domain })).json();
  for (;;) {
    const state: { status: string } = (await send('GET', `/api/audit/${id}`, undefined, { prefer: 'wait=5' })).json();
    if (state.status === 'completed') return id;
    if (state.status === 'failed') throw new Error(`The audit of ${domain} failed`);
  }
}
type Holder = Awaited<ReturnType<typeof firstAccount>>;

const row = (name: string, { p50Ms, p99Ms, loopP99Ms, loopMaxMs, turnCpuMs }: Measured, made: string): string[] => [
  name,
  made,
  ...[p50Ms, p99Ms, loopP99Ms, loopMaxMs, turnCpuMs].map((ms) => ms.toFixed(1)),
];

/** A minute of polls alone, and a minute while documents are made. */
export async function besidePolls(report: Parameters<typeof engineOf>[0]): Promise<string> {
  const service = await startService(testSettings(await temporaryDirectory()), engineOf(report));
  const { url } = service;
  if (url === null) throw new Error('The service has no address');
  const { send, cookie } = await firstAccount(service);
  const ids: string[] = [];
  for (let n = 0; n <= documents; n += 1) ids.push(await completed(`pdf-${n}.net`, send));
  const [warm = '', ...others] = ids.map((id) => `/api/audit/${id}/report/pdf`);
  await send('GET', warm);
  const asked = await startAudit(url, 'polled.net', {});
  while (!hasEnded(await stateOf(url, asked, {}, 5)));
  const alone = await polled(url, asked, async () => sleep(measuredMs / 3));
  const statuses: number[] = [];
  const beside = await polled(url, asked, async () => {
    for (const path of others) {
      const next = sleep(measuredMs / documents);
      const answer = await fetch(`${url}${path}`, { headers: { cookie: `perimeter=${cookie()}` } });
      await answer.arrayBuffer();
      statuses.push(answer.status);
      await next;
    }
  });
  await service.stop();
  const made = statuses.filter((status) => status === 200).length;
  return markdownTable(
    ['', 'documents', 'poll p50 ms', 'poll p99 ms', 'loop delay p99 ms', 'loop delay max ms', 'most CPU ms of a turn'],
    [row('polls alone', alone, '0'), row('with documents', beside, String(made))],
  );
}
