import type { Report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderForm } from '../forms/forms.ts';
import { annexLimits } from '../pdf/annex/limits.ts';
import { printedSections } from '../pdf/annex/sections.ts';
import { renderTerminal } from '../terminal/terminal.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { olderSections } from './older.ts';
import { sectionsOf } from './sections-of.ts';

const certificate = (subject: string, source: 'served' | 'root') => ({
  sha256: subject,
  subject,
  issuer: 'CN=Root',
  source,
  notBefore: '2026-05-01T00:00:00.000Z',
  notAfter: '2026-05-11T00:00:00.000Z',
  key: 'ec P-256',
  signatureAlgorithm: 'ecdsa-with-SHA256',
});
const chain = (address: string, trusted: boolean) => ({
  address,
  port: 443,
  serverName: 'www.example.org',
  keyType: 'ec',
  trusted,
  servedSuffices: true,
  path: [certificate('CN=www.example.org', 'served'), certificate('CN=Root', 'root')],
  problems: [],
  staple: null,
  timestamps: [],
});

const { sections: _, ...withoutSections } = sampleReport;
const older: Report = {
  ...withoutSections,
  schemaVersion: '1.1',
  certificates: {
    rootsDate: '2026-05-01',
    logsDate: '2026-05-01',
    chains: [chain('192.0.2.1', true), chain('192.0.2.2', true), chain('192.0.2.3', false)],
    revocation: [],
    caa: [],
    tlsa: [],
    fetched: [],
  },
};

test('an older report shows each chain once, untrusted ones first', () => {
  const [section] = olderSections(older);
  assert.deepEqual(
    section?.figures.map(({ caption }) => caption),
    [
      'Certificate chain (ec) of www.example.org at 192.0.2.3 port 443: not trusted',
      'Certificate chain (ec) of www.example.org at 192.0.2.1 port 443, 192.0.2.2 port 443: trusted',
    ],
  );
});

test('HTML and PDF show the chains of an older report as before, terminal and Markdown none', () => {
  for (const form of [renderForm('html', older), JSON.stringify(printedSections(older, annexLimits.full))]) {
    for (const part of ['CN=www.example.org', 'trusted root', 'valid until 2026-05-11', 'not trusted']) {
      assert.ok(form.includes(part), part);
    }
    assert.ok(
      form.includes("Mozilla's roots as of 2026-05-01") || form.includes('Mozilla&#39;s roots as of 2026-05-01'),
    );
  }
  const terminal = renderTerminal(older, { colour: false, width: 80, unicode: true, extent: 'all' });
  for (const form of [terminal, renderForm('markdown', older)]) assert.ok(!form.includes('Certificate chain'));
});

test('a report with sections is shown by these alone', () => {
  const both = { ...older, sections: [] };
  assert.deepEqual(sectionsOf(both), []);
});
