import type { AuditState } from '@perimeter/contract/audit';
import type { AuditPhase, PhaseState } from '@perimeter/contract/phases';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rendered } from '../testing/rendered.ts';

const running = (state: Partial<AuditState>, phases: AuditPhase[] = []): Parameters<typeof rendered>[0] => ({
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
    ...state,
  },
  scanMode: 'standard',
  startedAt: 1_700_000_000_000,
  phases,
  findings: [],
  next: 0,
  userAgent: 'PerimeterAudit/0.0.0',
});

test('the chip of a queued audit has room for the phase that script writes into it', () => {
  const html = rendered(running({}));
  const width = Number(/class="chip"[^>]* width="([\d.]+)"/u.exec(html)?.[1]);
  assert.ok(width >= 26 + 'Phase 1 of 5'.length * 6.6, String(width));
});

test('the sentence names a phase that has not finished, also where the current one has', () => {
  const phase = (name: string, title: string, state: PhaseState): AuditPhase => ({
    phase: name,
    title,
    state,
    checks: 1,
    findings: state === 'finished' ? 0 : null,
    checksJudged: null,
    checksInconclusive: null,
    elapsedMs: null,
  });
  const sentence = (states: readonly PhaseState[]): string => {
    const [dns = 'waiting', tls = 'waiting', http = 'waiting'] = states;
    const phases = [phase('phase_dns', 'DNS', dns), phase('phase_tls', 'TLS', tls), phase('phase_http', 'HTTP', http)];
    const phasesCompleted = states.filter((state) => state === 'finished').length;
    const html = rendered(
      running({ status: 'in_progress', currentPhase: 'phase_tls', phasesCompleted, phasesTotal: 3 }, phases),
    );
    return /data-sentence="">(.*?)<\/p>/su.exec(html)?.[1] ?? '';
  };
  assert.match(sentence(['finished', 'running', 'waiting']), /^TLS, phase 2 of 3\. /u);
  assert.match(sentence(['finished', 'finished', 'waiting']), /^HTTP, phase 3 of 3\. /u);
  assert.match(sentence(['finished', 'finished', 'finished']), /^All phases are finished\. /u);
});

test('a phase that could judge nothing promises nothing', () => {
  const about = (findings: number | null, checksJudged: number | null, checksInconclusive: number | null): string => {
    const counts = { findings, checksJudged, checksInconclusive, checks: 14, elapsedMs: null };
    const html = rendered(
      running({}, [{ phase: 'phase_certificates', title: 'Certificates', state: 'finished', ...counts }]),
    );
    return String(/data-about="">([^<]*)</u.exec(html)?.[1]);
  };
  assert.deepEqual(
    [about(2, 14, 0), about(0, 5, 9), about(0, 0, 14), about(0, 0, 0), about(0, null, null), about(null, null, null)],
    ['2 findings', 'No findings', 'Could not be checked', 'Not applicable', 'Finished', 'Finished'],
  );
});

test('a name that does not exist offers the field again, with what was typed, and no phases that were not run', () => {
  const failed = (code: 'domain_not_found' | 'scan_timeout'): string =>
    rendered({
      ...running({ status: 'failed', domain: 'goood.lab', failure: { code, message: '', retryable: false } }),
      name: 'failed',
    } as Parameters<typeof rendered>[0]);
  assert.match(failed('domain_not_found'), /<input[^>]*name="domain"[^>]*value="goood\.lab"/u);
  assert.doesNotMatch(failed('domain_not_found'), /id="phases"/u);
  assert.match(failed('scan_timeout'), /id="phases"/u);
  assert.doesNotMatch(failed('scan_timeout'), /<input[^>]*id="domain"/u);
});

test('an international name stands in its own letters, beside its form in DNS', () => {
  const html = rendered(running({ domain: 'xn--bcher-kva.example' }));
  assert.match(html, />bücher\.example<\/h1>/u);
  assert.match(html, /In DNS: xn--bcher-kva\.example/u);
  assert.match(html, /<title>[^<]*bücher\.example/u);
  const alike = rendered(running({ domain: 'xn--pple-43d.example' }));
  assert.match(alike, />xn--pple-43d\.example<\/h1>/u);
});
