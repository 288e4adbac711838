import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sarifProblems } from '@perimeter/report/testing/schemas';
import { entriesOf } from '../../acceptance/acceptance.ts';
import { readConfiguration } from '../../config/read-yaml.ts';
import { runCommandLine } from '../../testing/command-line.ts';
import { startService } from '../../testing/service-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'perimeter-service-'));
after(() => rmSync(folder, { recursive: true }));
const { server, key } = await startService(path.join(folder, 'data'));
const at = (name: string): string => path.join(folder, name);

const perimeter = async (...argv: string[]) =>
  runCommandLine([...argv, '--server', server], { env: { PERIMETER_API_KEY: key } });

test('an audit at a service has the gate, all formats and the PDF', async () => {
  const files = ['-f', 'json', '-f', `sarif=${at('a.sarif')}`, '-f', `pdf=${at('{domain}.pdf')}`];
  const { code, stdout, stderr, requests } = await perimeter('audit', 'one.net', ...files, '--min-grade', 'A');
  assert.equal(code, 0, stderr);
  assert.deepEqual(requests, [], 'nothing is measured here');
  const report = JSON.parse(stdout);
  assert.deepEqual([report.domain, report.score.grade], ['one.net', 'A+']);
  assert.deepEqual(sarifProblems(readFileSync(at('a.sarif'), 'utf8')), []);
  assert.equal(readFileSync(at('one.net.pdf')).subarray(0, 5).toString(), '%PDF-');
  assert.match(stderr, /one\.net: \d of 4 phases done/u);
  assert.match(stderr, /one\.net: 100 of 100, grade A\+; gate passed/u);
});

test('an audit is started by one command and read by another', async () => {
  const started = await perimeter('audit', 'two.net', 'three.net', '--no-wait', '--progress', 'none');
  assert.equal(started.code, 0, started.stderr);
  const ids = started.stdout.trim().split('\n');
  assert.equal(ids.length, 2);
  const resume = ids.flatMap((id) => ['--resume', id]);
  const { code, stdout, stderr } = await perimeter('audit', ...resume, '-f', 'jsonl', '--progress', 'none');
  assert.equal(code, 0, stderr);
  const reports: { domain: string; id: string }[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    reports.map(({ domain }) => domain),
    ['two.net', 'three.net'],
  );
  assert.deepEqual(
    reports.map(({ id }) => id),
    ids,
  );
  const pdf = await perimeter('pdf', ids[0] ?? '', '-o', at('two.pdf'), '--paper', 'us-letter');
  assert.equal(pdf.code, 0, pdf.stderr);
  assert.equal(readFileSync(at('two.pdf')).subarray(0, 5).toString(), '%PDF-');
});

test('a failed audit at a service is exit code 3, like a local one', async () => {
  const { code, stdout } = await perimeter('audit', 'failing.net', '-f', 'json', '--progress', 'none');
  assert.equal(code, 3);
  assert.equal(JSON.parse(stdout).failure.code, 'scan_timeout');
});

test('domains are compared, and usage is shown', async () => {
  await perimeter('audit', 'four.net', 'five.net', '-f', 'jsonl', '--progress', 'none');
  const compared = await perimeter('compare', 'four.net', 'five.net');
  assert.equal(compared.code, 0, compared.stderr);
  assert.match(compared.stdout, /four\.net: 100 of 100, grade A\+/u);
  assert.match(compared.stdout, /scores are equal/u);
  const none = await perimeter('compare', 'four.net', 'never.net');
  assert.deepEqual([none.code, /no_audit_for_domain/u.test(none.stderr)], [6, true]);
  const { code, stdout } = await perimeter('usage', '--json');
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).isAuthenticated, true);
  assert.match((await perimeter('usage')).stdout, /^\d+ of 50 credits used, -?\d+ left \(plan free\)/u);
});

test('risks accepted at a service are read from its export', async () => {
  const expires = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10);
  const terms = { domain: 'one.net', owner: 'Jane "the owner" Doe', expires };
  const waivers = [
    { checkId: 'hsts-missing', reason: 'Old tills: #1 \u2028 \\ "moved"\n- by spring', severity: 'low' },
    { checkId: 'cert-expired', host: 'pay.one.net', reason: 'null', severity: 'critical' },
    { fingerprint: 'a'.repeat(64), reason: '{ known: yes }' },
  ];
  const authorization = `Bearer ${key}`;
  for (const waiver of waivers) {
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...terms, ...waiver });
    const made = await fetch(`${server}/api/waivers`, { method: 'POST', headers, body });
    assert.equal(made.status, 201, await made.text());
  }
  const file = await fetch(`${server}/api/waivers.yml?domain=one.net`, { headers: { authorization } });
  writeFileSync(at('accept.yml'), await file.text());
  const read = entriesOf(readConfiguration(at('accept.yml')), Date.now());
  assert.deepEqual(
    read
      .map(({ checkId, fingerprint, host, severity, reason, owner, expires: end }) =>
        [checkId, fingerprint, host, severity, reason, owner, end].join('|'),
      )
      .toSorted(),
    waivers
      .map(({ checkId = null, fingerprint = null, host, severity, reason }) =>
        [checkId, fingerprint, host, severity, reason, terms.owner, expires].join('|'),
      )
      .toSorted(),
  );
  const { code, stderr } = await perimeter('audit', 'one.net', '--config', at('accept.yml'), '--progress', 'none');
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^3 accepted/mu);
});

test('--max-drop compares with the previous audit', async () => {
  const args = [
    'audit',
    'four.net',
    '--max-drop',
    '0',
    '--fail-on',
    'none',
    '--allow-incomplete',
    '--progress',
    'none',
  ];
  const { code, stderr } = await perimeter(...args);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /no earlier audit/u);
  assert.match((await perimeter(...args.with(1, 'first.net'), '--progress', 'plain')).stderr, /no earlier audit/u);
});

test('a bad key is exit code 6', async () => {
  const env = { PERIMETER_API_KEY: `${key}x` };
  const { code, stderr } = await runCommandLine(['audit', 'six.net', '--server', server], { env });
  assert.equal(code, 6, stderr);
  assert.ok(!stderr.includes(key));
});

test('an interrupted audit is cancelled if requested', async () => {
  const interruption = new AbortController();
  let said = '';
  const stderr = {
    write: (text: string) => {
      said += text;
      if (/seven\.net: aud_/u.test(text)) interruption.abort('SIGTERM');
    },
  };
  const options = { env: { PERIMETER_API_KEY: key }, signal: interruption.signal, stderr };
  const argv = ['audit', 'seven.net', '--server', server, '--cancel-on-interrupt'];
  const { code } = await runCommandLine(argv, options);
  assert.equal(code, 143, said);
  assert.match(said, /Cancelled aud_/u);
});
