import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendered } from '../testing/rendered.ts';

test('the chip of a queued audit has room for the phase that script writes into it', () => {
  const html = rendered({
    name: 'running',
    state: {
      id: 'aud_6f1f5b52-9d0c-4a57-8f0e-3f1c7f7f9a10',
      domain: 'good.lab',
      status: 'queued',
      currentPhase: 'phase_certificates',
      percentComplete: 0,
      elapsedMs: 0,
      phasesCompleted: 0,
      phasesTotal: 5,
      summary: { checksExecuted: 0, findingsCount: 0 },
    },
    scanMode: 'standard',
    startedAt: 1_700_000_000_000,
    phases: [],
    findings: [],
    next: 0,
    userAgent: 'PerimeterAudit/0.0.0',
  });
  const width = Number(/class="chip"[^>]* width="([\d.]+)"/u.exec(html)?.[1]);
  assert.ok(width >= 26 + 'Phase 1 of 5'.length * 6.6, String(width));
});
