// share-links.slow.test.ts guards the same in `npm test`, with the pages of one check of each outcome in each module.
import { test } from 'node:test';
import { goldenEngine } from '../../../testing/golden-engine.ts';
import { meteredService } from '../../../testing/metered-service.ts';
import { keepsSecrets } from './testing/redacted.ts';

const service = await meteredService(goldenEngine(0));

for (const domain of ['bad.lab', 'good.lab', 'redirect.lab'])
  test(`no page of a redacted link of ${domain} holds a name below it, an address or who made it`, async () => {
    await keepsSecrets(service, domain, 'all');
  });
