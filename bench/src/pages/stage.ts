import { startService } from '@perimeter/server/process/service';
import { largeReport } from '@perimeter/server/testing/browser/large-report';
import { completedAudit } from '@perimeter/server/testing/completed-audit';
import { goldenEngine } from '@perimeter/server/testing/golden-engine';
import { firstAccount } from '@perimeter/server/testing/people';
import { testSettings } from '@perimeter/server/testing/service';
import { temporaryDirectory } from '@perimeter/server/testing/temporary';

/** A service with the report of bad.lab and one of 2,000 findings. */
export async function openStage() {
  const reports = new Map([['large.net', largeReport()]]);
  const service = await startService(testSettings(await temporaryDirectory()), goldenEngine(0, reports));
  if (service.url === null) throw new Error('The service has no address');
  const holder = await firstAccount(service);
  return {
    url: service.url,
    bad: await completedAudit(holder, 'bad.lab'),
    large: await completedAudit(holder, 'large.net'),
    stop: service.stop,
  };
}

/** Where the pages are. */
export type Stage = Awaited<ReturnType<typeof openStage>>;
