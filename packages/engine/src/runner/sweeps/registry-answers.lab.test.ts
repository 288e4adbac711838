import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { takeFreePort } from '@perimeter/protocols/testing/free-port';
import { endpoints } from '@perimeter/lab/hosts/endpoints';
import { labTest } from '@perimeter/lab/harness';
import { certificateFiles } from '@perimeter/lab/issuance/files';
import { dayMs } from '@perimeter/protocols/durations';
import { noRouting } from '../../evidence/routing/example.ts';
import { routingReputation } from '../../modules/routing_reputation/module.ts';
import { createRegistrations } from '../../net/registration/registrations.ts';
import { labContext } from '../../probes/testing/lab-context.ts';

// A separate registry that answers incorrectly about good.lab in every way.

const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const ends = (eventDate: unknown): object => ({ events: [{ eventAction: 'expiration', eventDate }] });

/** A valid record with these changes. */
const record = (change: object = {}): string =>
  JSON.stringify({
    objectClassName: 'domain',
    ldhName: 'good.lab',
    status: ['client transfer prohibited'],
    ...ends(inDays(400)),
    ...change,
  });

type Answer = (response: ServerResponse) => void;
const sends =
  (body: string, status = 200, headers: Record<string, string> = { 'Content-Type': 'application/rdap+json' }): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);
const says = (change: object): Answer => sends(record(change));
const leads = (to: string): Answer => sends('', 302, { Location: to });

/** Outcomes of domain-expired, domain-expiring and domain-no-transfer-lock by their first letters: pass, fail, informational, not-applicable, `?` for inconclusive. */
const rows: Readonly<Record<string, readonly [answer: Answer, outcomes: string]>> = {
  sound: [says({}), 'ppp'],
  // No record
  'not-found': [sends('{"errorCode":404}', 404), 'nnn'],
  failing: [sends('{"errorCode":500}', 500), '???'],
  limited: [sends('{"errorCode":429}', 429), '???'],
  loop: [leads('/loop/domain/good.lab'), '???'],
  'to-http': [leads('http://rdap.lab/sound/domain/good.lab'), '???'],
  'to-another-site': [leads('https://good.lab/'), '???'],
  'to-a-special-address': [leads('https://169.254.169.254/sound/domain/good.lab'), '???'],
  'to-this-machine': [leads('https://[::1]/sound/domain/good.lab'), '???'],
  'limited-for-an-hour': [sends('', 429, { 'Retry-After': '3600' }), '???'],
  'to-the-record': [leads('/sound/domain/good.lab'), 'ppp'],
  'error-with-200': [sends('{"errorCode":404,"title":"Not Found"}'), '???'],
  empty: [sends(''), '???'],
  page: [sends('<!doctype html><title>Registry</title>', 200, { 'Content-Type': 'text/html' }), '???'],
  'wrong-type': [sends(record(), 200, { 'Content-Type': 'text/html' }), 'ppp'],
  half: [sends(record().slice(0, 80)), '???'],
  huge: [sends(record({ notices: 'x'.repeat(1_000_000) })), '???'],
  deep: [sends(record().replace('{', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},`)), 'ppp'],
  silent: [() => {}, '???'],
  drip: [
    (response) => {
      response.writeHead(200);
      const text = [...record()];
      const timer = setInterval(() => response.write(text.shift() ?? ' '), 200);
      response.on('close', () => clearInterval(timer));
    },
    '???',
  ],
  cut: [
    (response) =>
      void response.writeHead(200, { 'Content-Length': '9999' }).write(record().slice(0, -1), () => response.destroy()),
    '???',
  ],
  // Other records
  'other-name': [says({ ldhName: 'bad.lab' }), '???'],
  'other-unicode-name': [says({ ldhName: undefined, unicodeName: 'bad.lab' }), '???'],
  'unicode-name': [says({ ldhName: undefined, unicodeName: 'GOOD.lab.' }), 'ppp'],
  entity: [says({ objectClassName: 'entity' }), '???'],
  'no-card': [says({ entities: [{ roles: ['registrar'] }, { roles: 'registrar', vcardArray: [] }] }), 'ppp'],
  // Ends
  over: [says(ends(inDays(-3))), 'fnp'],
  tomorrow: [says(ends(inDays(1))), 'pfp'],
  'in-three-weeks': [says(ends(inDays(21))), 'pip'],
  'long-ago': [says(ends('2009-01-01T00:00:00Z')), '?np'],
  never: [says(ends('9999-12-31T23:59:59Z')), 'ppp'],
  'no-events': [says({ events: undefined }), 'pnp'],
  'year-one': [says(ends('0001-01-01T00:00:00Z')), 'pnp'],
  'in-words': [says(ends('unknown 1')), 'pnp'],
  'other-order': [says(ends('01/02/2020')), 'pnp'],
  'a-number': [says(ends(1_600_000_000)), 'pnp'],
  // Statuses
  redemption: [says({ status: ['redemption period'], ...ends(inDays(5)) }), 'fnn'],
  'pending-delete': [says({ status: ['pendingDelete'], events: [] }), 'fnn'],
  'on-hold': [says({ status: ['client hold'] }), 'ipf'],
  'on-server-hold': [says({ status: ['serverHold', 'serverTransferProhibited'] }), 'ipp'],
  open: [says({ status: ['active'] }), 'ppf'],
  'by-epp': [says({ status: ['clientTransferProhibited https://icann.org/epp#clientTransferProhibited'] }), 'ppp'],
  'no-status': [says({ status: undefined }), 'ppn'],
};

async function startRegistry(): Promise<{ at: string; stop: () => void }> {
  const [files] = certificateFiles(endpoints.find(({ host }) => host === 'rdap.lab') ?? assert.fail('no rdap.lab'));
  assert.ok(files !== undefined);
  const server = createServer(
    { cert: readFileSync(files.chain), key: readFileSync(files.key) },
    (request, response) => {
      const [, row = ''] = (request.url ?? '').split('/');
      rows[row]?.[0](response);
    },
  );
  const port = await takeFreePort(server);
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { at: `127.0.0.1:${port}`, stop };
}

/** Rows without an end: they are held to a product's limit of time, not to a busy machine's. */
const endless = new Set(['silent', 'drip', 'to-http']);

async function outcomesOf(row: string, at: string): Promise<string> {
  const settings = { dialMap: new Map([['203.0.113.159:443', at]]) };
  const context = labContext('good.lab', { settings });
  const registries = new Map([['lab', `https://rdap.lab/${row}/`]]);
  // All rows run at once, each over its own connection: a busy machine takes seconds for that.
  const totalMs = endless.has(row) ? 3_000 : 30_000;
  const { registry } = createRegistrations({ http: context.http, registries, memory: new Map(), totalMs });
  const registration = await registry('good.lab', context);
  const evidence = { target: context.target, routing: { ...noRouting, registration } };
  return ['domain-expired', 'domain-expiring', 'domain-no-transfer-lock']
    .map((id) => routingReputation.checks.find((check) => check.id === id)?.evaluate(evidence) ?? assert.fail(id))
    .map(({ outcome }) => (outcome === 'inconclusive' ? '?' : outcome.slice(0, 1)))
    .join('');
}

labTest('what a registry answers is read as what it is, and silence is no answer', async () => {
  const { at, stop } = await startRegistry();
  try {
    const found = Object.keys(rows).map(async (row) => [row, await outcomesOf(row, at)] as const);
    assert.deepEqual(
      Object.fromEntries(await Promise.all(found)),
      Object.fromEntries(Object.entries(rows).map(([row, [, outcomes]]) => [row, outcomes])),
    );
  } finally {
    stop();
  }
});
