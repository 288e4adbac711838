import { startService } from '@perimeter/server/process/service';
import { completedAudit } from '@perimeter/server/testing/completed-audit';
import { addEarlierAudits } from '@perimeter/server/testing/documents/earlier-audits';
import { browser, firstAccount } from '@perimeter/server/testing/people';
import { testSettings } from '@perimeter/server/testing/service';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';
import { setTimeout as sleep } from 'node:timers/promises';
import { markdownTable } from '../table.ts';
import { engineOf } from './pdf-engine.ts';

const earlier = 5_000;
const domain = 'hourly.net';
/** Milliseconds after which the started service has prepared its renderer and is idle. */
const restMs = 8_000;

/** The duration of a service's first document, for a domain with thousands of earlier audits, and of later ones. */
export async function firstOfMany(report: Parameters<typeof engineOf>[0]): Promise<string> {
  const dataDir = await temporaryDirectory();
  const settings = testSettings(dataDir);
  const before = await startService(settings, engineOf(report));
  const holder = await firstAccount(before);
  await completedAudit(holder, domain);
  await before.stop();
  await addEarlierAudits(dataDir, domain, earlier);
  const service = await startService(settings, engineOf(report));
  const again = browser(service, '127.0.0.1', holder.cookie());
  await sleep(restMs);
  const rows: string[][] = [];
  for (const name of [domain, domain, 'without-others.net']) {
    const id = await completedAudit(again, name);
    const startMs = performance.now();
    const { statusCode } = await again.send('GET', `/api/audit/${id}/report/pdf`);
    if (statusCode !== 200) throw new Error(`The document was answered with ${statusCode}`);
    const others = name === domain ? String(earlier) : '0';
    rows.push([rows.length === 0 ? 'first' : 'later', others, (performance.now() - startMs).toFixed(0)]);
  }
  await service.stop();
  return markdownTable(['document of the service', 'earlier audits of the domain', 'ms'], rows);
}
