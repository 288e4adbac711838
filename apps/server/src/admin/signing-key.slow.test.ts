import { publishedKeys, type Verification } from '@perimeter/contract/verification';
import { verifySealedPdf } from '@perimeter/report/seal/verify-pdf';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, test } from 'node:test';
import { createSigner, createSigningRoot } from '@perimeter/report/seal/certificates';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../database/embedded/start.ts';
import { startService } from '../process/service.ts';
import { completedAudit, verifyAt } from '../testing/completed-audit.ts';
import { deterministicEngine } from '../testing/deterministic-engine.ts';
import { firstAccount } from '../testing/people.ts';
import { lazily, testSettings } from '../testing/service.ts';
import { preparedDirectory } from '../testing/database.ts';
import { temporaryDirectory } from '../testing/temporary.ts';
import { runAdmin } from './run.ts';

const server = await startEmbedded(await preparedDirectory());
after(server.stop);
const { host, user, database } = server.connection;
const url = `postgres://${user}@${encodeURIComponent(host)}/${database}`;
const env = { DATABASE_URL: url, PERIMETER_SECRET: 'a secret that command and service share' };
const service = await startService(testSettings('', env), deterministicEngine(1), lazily);
after(service.stop);
const holder = await firstAccount(service);

async function admin(line: string, more: Record<string, string> = {}) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await runAdmin(['signing-key', ...line.split(' ')], {
    env: { ...env, ...more },
    readInput: async () => '',
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
  });
  return { code, printed, complaint: complaints.join('\n') };
}

let audits = 0;
/** The document that was sealed last, in the test before this one. */
let last: Buffer;
async function sealed(): Promise<Buffer> {
  audits += 1;
  const id = await completedAudit(holder, `sealed-${audits}.net`);
  const answer = await holder.send('GET', `/api/audit/${id}/report/pdf`);
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 200));
  last = answer.rawPayload;
  return last;
}
await sealed();

const keys = async () =>
  publishedKeys.parse((await service.http.inject('/.well-known/perimeter-signing/keys.json')).json()).keys;
const active = async (role: 'root' | 'signer') =>
  (await keys()).find((key) => key.role === role && key.status === 'active') ?? assert.fail();
const roots = async (): Promise<X509Certificate[]> =>
  (await keys()).filter(({ role }) => role === 'root').map(({ certificate }) => new X509Certificate(certificate));
const validity = ({ checks }: Verification): string => checks.find(({ name }) => name === 'validity')?.detail ?? '';

test('after a rotation old documents stay authentic, and new ones name the new signer', async () => {
  const before = last;
  const first = await active('signer');
  const { code, printed } = await admin('rotate');
  assert.deepEqual([code, printed.length], [0, 1]);
  const second = await active('signer');
  assert.notEqual(second.kid, first.kid);
  assert.match(printed[0] ?? '', new RegExp(second.kid));
  const later = await sealed();
  for (const pdf of [before, later]) assert.equal((await verifyAt(service, pdf)).verdict, 'authentic');
  const kids = await Promise.all([before, later].map(async (pdf) => verifySealedPdf(pdf, await roots()).claims));
  assert.deepEqual(
    kids.map(({ certificateSha256 }) => certificateSha256),
    [first.kid, second.kid],
  );
});

test('the same holds after a new root, and both roots are published', async () => {
  const before = last;
  const first = await active('root');
  assert.equal((await admin('rotate root')).code, 0);
  assert.notEqual((await active('root')).kid, first.kid);
  const later = await sealed();
  for (const pdf of [before, later]) assert.equal((await verifyAt(service, pdf)).verdict, 'authentic');
  const pem = (await service.http.inject('/.well-known/perimeter-signing/root.pem')).body;
  assert.equal(pem.match(/BEGIN CERTIFICATE/g)?.length, 2);
  assert.match(pem.replaceAll('\n', ''), new RegExp(first.certificate.replaceAll('\n', '').replaceAll('+', '\\+')));
});

test('after a key is marked as compromised, documents registered before stay authentic; later ones are reported as altered, with the reason', async () => {
  const document = last;
  const { kid } = await active('signer');
  const sinceMs = Date.now() - 3_600_000;
  assert.equal((await admin(`compromised ${kid}`)).code, 0);
  assert.equal((await verifyAt(service, document)).verdict, 'authentic', 'it is from before');
  assert.equal((await admin(`compromised ${kid} ${new Date(sinceMs).toISOString().slice(0, 19)}Z`)).code, 0);
  const answer = await verifyAt(service, document);
  assert.equal(answer.verdict, 'altered');
  assert.match(validity(answer), /has been compromised since .*, and the file dates from/);
  const published = (await keys()).find((key) => key.kid === kid);
  assert.deepEqual(
    [published?.status, published?.revokedAt],
    ['compromised', `${new Date(sinceMs).toISOString().slice(0, 19)}.000Z`],
  );
  assert.equal((await admin(`compromised ${kid} ${new Date().toISOString().slice(0, 19)}Z`)).code, 0);
  assert.equal((await verifyAt(service, document)).verdict, 'altered', 'of two times the earlier counts');
  const later = await sealed();
  assert.equal((await verifyAt(service, later)).verdict, 'authentic', 'the service made itself another key');
  const offline = verifySealedPdf(later, await roots(), {
    compromisedSinceMs: (one) => (one === kid ? sinceMs : null),
  });
  assert.ok(offline.intact);
});

test('a compromised root also compromises its signers', async () => {
  const document = last;
  const { kid } = await active('root');
  assert.equal((await admin(`compromised ${kid} 2026-01-01`)).code, 0);
  assert.equal((await verifyAt(service, document)).verdict, 'altered');
  assert.equal((await verifyAt(service, await sealed())).verdict, 'authentic');
  assert.notEqual((await active('root')).kid, kid);
});

test('invalid commands are refused with an explanation', async () => {
  const refused: [string, number, RegExp][] = [
    ['compromised', 2, /Expected a key id/],
    ['compromised abc', 1, /Key abc not found/],
    ['compromised abc yesterday', 2, /Invalid time/],
    ['compromised abc 2099-01-01', 2, /in the future/],
    ['rotate twice', 2, /Expected root, compromised/],
    ['rotate root twice', 2, /Expected root, compromised/],
    ['nothing', 2, /Expected list/],
    ['list all', 2, /Too many arguments/],
  ];
  for (const [line, code, reason] of refused) {
    const answer = await admin(line);
    assert.equal(answer.code, code, line);
    assert.match(answer.complaint, reason);
  }
});

const now = Math.floor(Date.now() / 1_000);
const folder = await temporaryDirectory();
const file = (name: string, contents: string): string => {
  writeFileSync(path.join(folder, name), contents);
  return path.join(folder, name);
};
const pem = (der: Uint8Array): string => new X509Certificate(der).toString();

async function ownEnv(name: string): Promise<Record<string, string>> {
  const root = await createSigningRoot(now);
  const signer = await createSigner(root, now);
  return {
    PERIMETER_SIGNING_CERTIFICATE: file(`${name}.pem`, pem(signer.certificate) + pem(root.certificate)),
    PERIMETER_SIGNING_KEY: file(`${name}.key`, signer.key.export({ type: 'pkcs8', format: 'pem' }).toString()),
  };
}

test('with the operator’s own certificate, rotate refuses with advice, a new certificate takes over, and a compromised one stops the start', async () => {
  const first = await ownEnv('first');
  const refused = await admin('rotate', first);
  assert.deepEqual([refused.code, refused.printed], [1, []]);
  assert.match(
    refused.complaint,
    /signed with a configured certificate: set another one in PERIMETER_SIGNING_CERTIFICATE/,
  );
  const start = async (more: Record<string, string>) =>
    startService(testSettings('', { ...env, ...more }), deterministicEngine(1), lazily);
  const before = last;
  const [one] = [await start(first)];
  const { kid } = await active('signer');
  assert.deepEqual(
    (await keys()).filter(({ status }) => status === 'active').map(({ notAfter }) => notAfter).length,
    2,
  );
  await one.stop();
  const withoutSettings = await admin('rotate');
  assert.equal(withoutSettings.code, 1, 'also where the command was not given the settings of the service');
  assert.match(withoutSettings.complaint, /a configured certificate/);
  assert.equal((await admin(`compromised ${kid}`, first)).code, 0);
  await assert.rejects(start(first), /has been declared compromised: use another one/);
  const two = await start(await ownEnv('second'));
  await two.stop();
  assert.notEqual((await active('signer')).kid, kid);
  assert.equal((await verifyAt(service, before)).verdict, 'authentic');
  // Without these settings the service uses its own keys again.
  assert.equal((await verifyAt(service, await sealed())).verdict, 'authentic');
});

test('if keys were encrypted under a lost secret, the command says what to do, and new keys can be made', async () => {
  const lost = { PERIMETER_SECRET: 'another secret, because the first was lost' };
  const document = last;
  const refused = await admin('rotate', lost);
  assert.equal(refused.code, 1);
  assert.match(refused.complaint, /different PERIMETER_SECRET.*signing-key rotate root/);
  assert.equal((await admin('rotate root', lost)).code, 0);
  assert.equal((await verifyAt(service, document)).verdict, 'authentic');
  assert.equal((await admin('rotate root')).code, 0);
});

test('a register with one changed entry breaks its hash chain; a register recomputed as a whole differs from published copies', async (t) => {
  const document = last;
  const kept = (await verifyAt(service, document)).registerEntry ?? assert.fail();
  assert.deepEqual((await admin('check-register')).printed, ['The register is intact']);
  const read = async (after = '0') => {
    const answer = await service.http.inject(`/.well-known/perimeter-signing/register.json?after=${after}`);
    return answer.json<{ size: string; entries: { sequence: string; entry: string }[] }>();
  };
  const before = await read();
  assert.equal(before.entries.find(({ sequence }) => sequence === kept.sequence)?.entry, kept.entry);
  assert.equal(Number(before.size), before.entries.length);
  assert.deepEqual((await read(kept.sequence)).entries, []);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  t.after(async () => client.end());
  await client.query(`update seals set body = body || 'x' where sequence = 1`);
  assert.match((await admin('check-register')).complaint, /document of entry 1 differs/);
  await client.query(`update seals set sealed_at = sealed_at + interval '1 hour' where sequence = 2`);
  assert.match((await admin('check-register')).complaint, /is broken at entry 2/);
  // Simulate an operator who recomputes every later entry by the documented rule.
  const { rows } = await client.query<Record<string, Buffer & string>>('select * from seals order by sequence');
  let previous = Buffer.alloc(32);
  for (const row of rows) {
    const fields = `encode(sha256($1 || convert_to(audit_id || E'\\n' || paper || E'\\n' || encode(content_sha256, 'hex') || E'\\n' || encode(file_sha256, 'hex') || E'\\n' || kid || E'\\n' || to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\\n', 'UTF8')), 'hex')`;
    const { rows: computed } = await client.query<{ hex: string }>(
      `update seals set previous_entry = $1, entry = decode(${fields}, 'hex') where sequence = $2 returning encode(entry, 'hex') as hex`,
      [previous, row['sequence']],
    );
    previous = Buffer.from(computed[0]?.hex ?? '', 'hex');
  }
  await client.query(`update seals set body = substring(body for length(body) - 1) where sequence = 1`);
  assert.deepEqual((await admin('check-register')).printed, ['The register is intact'], 'by itself it looks whole');
  const after = await read();
  assert.equal(
    after.entries[0]?.entry,
    before.entries[0]?.entry,
    'the rule is the documented one: an entry before is as it was',
  );
  assert.notEqual(after.entries.find(({ sequence }) => sequence === kept.sequence)?.entry, kept.entry);
});
