import { auditStarted } from '@perimeter/contract/audit';
import { problem } from '@perimeter/contract/problem';
import assert from 'node:assert/strict';

interface Said {
  status: number;
  body: string;
}

/** Asserts that a service without a typesetter does everything but the PDF; `call` asks it as its first account. */
export async function assertOnlyPdfMissing(
  call: (method: 'GET' | 'POST', url: string, body?: object) => Promise<Said>,
): Promise<void> {
  const started = await call('POST', '/api/audit/start', { domain: 'alone.net' });
  const { id } = auditStarted.parse(JSON.parse(started.body));
  while ((await call('GET', `/api/audit/${id}/report`)).status === 409);
  const refused = await call('GET', `/api/audit/${id}/report/pdf`);
  assert.equal(refused.status, 501);
  assert.equal(problem.parse(JSON.parse(refused.body)).code, 'not_implemented');
  for (const form of ['', '?format=html', '?format=sarif'])
    assert.equal((await call('GET', `/api/audit/${id}/report${form}`)).status, 200, form);
  assert.equal((await call('GET', '/verify')).status, 200);
}
