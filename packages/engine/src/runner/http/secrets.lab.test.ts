import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { leaksIn } from '@perimeter/lab/testing/leaks';
import { deepAudit } from '../testing/deep-audit.ts';

labTest(
  'evidence holds no run of six characters of a secret in pages, headers, files, TXT records or what mail servers say',
  async () => {
    const evidence = await deepAudit('secrets.lab');
    assert.ok((evidence.page?.scripts.length ?? 0) > 0);
    const stored = JSON.stringify(evidence);
    // The audit did see the records and the greeting.
    for (const met of ['db_password=<redacted 24 characters>', 'sk_live_<redacted 28 characters>', 'api_key=<redacted'])
      assert.ok(stored.includes(met), met);
    assert.deepEqual(leaksIn(stored), []);
  },
);
