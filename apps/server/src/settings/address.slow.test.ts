import { newShareLink } from '@perimeter/contract/answers/share';
import { auditStarted, auditState } from '@perimeter/contract/audit';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lacksAddress } from './identity.ts';
import { goldenEngine } from '../testing/golden-engine.ts';
import { firstAccount } from '../testing/people.ts';
import { serviceForTests } from '../testing/service.ts';

const rows = [
  ['127.0.0.1', null, false],
  ['localhost', null, false],
  ['::1', null, false],
  ['0.0.0.0', null, true],
  ['::', null, true],
  ['203.0.113.7', null, true],
  ['0.0.0.0', 'https://perimeter.example', false],
] as const;

test('a service that is reachable from other machines lacks an address until the operator configures it', () => {
  for (const [host, publicOrigin, lacks] of rows)
    assert.equal(lacksAddress({ host, identity: { publicOrigin } }), lacks, `${host} ${publicOrigin}`);
});

test('without an address administrators get a warning, and messages and documents do not contain localhost', async () => {
  const service = await serviceForTests(goldenEngine(0), { HOST: '0.0.0.0' });
  const admin = await firstAccount(service);
  assert.match((await admin.send('GET', '/settings/keys')).body, /PERIMETER_PUBLIC_URL is not set/);
  const started = await admin.send('POST', '/api/audit/start', { domain: 'good.lab' });
  const { id } = auditStarted.parse(started.json());
  for (let status = ''; status !== 'completed';)
    status = auditState.parse(
      (await admin.send('GET', `/api/audit/${id}`, undefined, { prefer: 'wait=5' })).json(),
    ).status;
  const made = await admin.send('POST', `/api/audit/${id}/shares`, { redacted: false });
  assert.equal(new URL(newShareLink.parse(made.json()).url).host, 'perimeter.test');
  const pdf = await admin.send('GET', `/api/audit/${id}/report/pdf`);
  assert.equal(pdf.statusCode, 200);
  assert.doesNotMatch(pdf.rawPayload.toString('latin1'), /QR code|localhost/);
});
