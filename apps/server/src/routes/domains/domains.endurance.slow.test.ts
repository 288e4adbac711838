// domains.slow.test.ts guards the same in `npm test`, with fewer domains and audits.
import { test } from 'node:test';
import { deterministicEngine } from '../../testing/deterministic-engine.ts';
import { meteredService } from '../../testing/metered-service.ts';
import { readsWhatIsShown } from './testing/many-audits.ts';

test('for a thousand domains with a hundred audits each the index is skipped through, and only audits that are shown are read', async () =>
  readsWhatIsShown(await meteredService(deterministicEngine(1)), 1_000, 100));
