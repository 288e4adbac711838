import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { labTest } from '@perimeter/lab/harness';
import { labAudit } from '../testing/lab-audit.ts';

labTest('an address that accepts TCP and stays silent leaves no A, and is named', async () => {
  const server = createServer((socket) =>
    socket
      .unref()
      .on('error', () => {})
      .resume(),
  );
  server.unref();
  const port = await takeFreePort(server);
  const silent = '[2001:db8:113::101]:443';
  const variables = { PERIMETER_DIAL_MAP: JSON.stringify({ [silent]: `127.0.0.1:${port}` }) };
  const { report } = await labAudit('good.lab', { variables });
  const { score, coverage } = report;
  assert.deepEqual([score.gradeStatus, coverage.openAddresses], ['provisional', [silent]]);
  assert.ok(score.total <= 79, String(score.total));
  assert.ok(coverage.notTested.some(({ what }) => what === `good.lab at ${silent}`));
});
