import assert from 'node:assert/strict';
import { labTest } from '@perimeter/lab/harness';
import { planted } from '@perimeter/lab/sites/planted.data';
import { deepAudit } from '../testing/deep-audit.ts';

labTest('evidence holds no run of six characters of a planted secret', async () => {
  const evidence = await deepAudit('secrets.lab', ['page', 'http', 'behaviour', 'endpoints']);
  assert.ok((evidence.page?.scripts.length ?? 0) > 0);
  const stored = JSON.stringify(evidence);
  for (const [kind, key] of Object.entries(planted)) {
    const parts = key.replace(/^(?:sk_live_|pk_live_|ghp_)/, '').split(/-----[A-Z ]+-----|\n/);
    for (const secret of parts.filter((part) => part.length >= 6))
      for (let at = 0; at + 6 <= secret.length; at += 1)
        assert.ok(!stored.includes(secret.slice(at, at + 6)), `${kind}: ${secret.slice(at, at + 6)}`);
  }
});
