import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { copyHouse, type HouseCopy } from './testing/house-copy.ts';
import { checkWalls, type WallsReport } from './walls.ts';

const ENGINE = 'packages/engine/src';
const SERVER = 'apps/server/src';

/** A violation of each import rule: the rule, the file and its text. */
const breaks: [rule: string, file: string, text: string][] = [
  ['contract-alone', 'packages/contract/src/planted-a.ts', "export * from '@perimeter/protocols/protocol-error';"],
  ['protocols-alone', 'packages/protocols/src/planted-a.ts', "export * from '@perimeter/contract/category';"],
  ['report-from-contract', 'packages/report/src/planted-a.ts', "export * from '@perimeter/engine/version';"],
  [
    'engine-from-contract-and-protocols',
    `${ENGINE}/runner/planted-a.ts`,
    "export * from '@perimeter/report/safe-text';",
  ],
  ['evidence-knows-types-only', `${ENGINE}/evidence/planted-a.ts`, "export * from '../net/settings.ts';"],
  ['net-below-probes', `${ENGINE}/net/planted-a.ts`, "export * from '../probes/probe.ts';"],
  ['pki-below-probes', `${ENGINE}/pki/planted-a.ts`, "export * from '../probes/registry.ts';"],
  ['settings-below-probes', `${ENGINE}/settings/planted-a.ts`, "export * from '../probes/registry.ts';"],
  [
    'pki-by-its-door',
    'apps/cli/src/planted-d.ts',
    "export * from '../../../packages/engine/src/pki/context/verify.ts';",
  ],
  ['time-stamps-and-pkcs12-apart', `${ENGINE}/pki/planted-b.ts`, "export * from '@perimeter/protocols/pkcs12/pfx';"],
  [
    'x509-does-not-judge',
    'packages/protocols/src/x509/planted-a.ts',
    "export * from '../certification-path/remarks.ts';",
  ],
  ['catalogue-below-modules', `${ENGINE}/catalogue/planted-a.ts`, "export * from '../modules/registry.ts';"],
  [
    'modules-judge-evidence-only',
    `${ENGINE}/modules/planted/a.ts`,
    "export type { EngineSettings } from '../../net/settings.ts';",
  ],
  [
    'derivations-below-modules',
    `${ENGINE}/modules/derive/planted/a.ts`,
    "export * from '../../http_headers/module.ts';",
  ],
  ['probes-measure-only', `${ENGINE}/probes/planted/a.ts`, "export * from '../../scoring/cvss.ts';"],
  ['scoring-counts-only', `${ENGINE}/scoring/planted-a.ts`, "export * from '../net/settings.ts';"],
  ['server-from-packages', 'apps/server/src/planted-a.ts', "export * from '@perimeter/lab/harness';"],
  ['cli-from-packages', 'apps/cli/src/planted-a.ts', "export * from '@perimeter/lab/harness';"],
  [
    'dashboard-from-contract',
    'apps/dashboard/src/planted-a.ts',
    "export * from '../../../packages/engine/src/version.ts';",
  ],
  [
    'dashboard-takes-words-only',
    'apps/dashboard/src/planted-b.ts',
    "export * from '../../../packages/report/src/canonical/digest.ts';",
  ],
  ['nothing-imports-apps', 'packages/report/src/planted-b.ts', "export * from '../../../apps/cli/src/exit-codes.ts';"],
  ['apps-apart', 'apps/server/src/planted-b.ts', "export * from '../../cli/src/exit-codes.ts';"],
  ['modules-apart', `${ENGINE}/modules/planted/b.ts`, "export * from '../http_headers/module.ts';"],
  ['checks-do-not-see-the-registry', `${ENGINE}/modules/planted/c.ts`, "export * from '../registry.ts';"],
  ['probes-apart', `${ENGINE}/probes/planted/b.ts`, "export * from '../planted-other/a.ts';"],
  ['sockets-in-net-only', `${ENGINE}/probes/planted/c.ts`, "import { connect } from 'node:net';\nexport { connect };"],
  ['sockets-in-net-only', `${ENGINE}/runner/planted-b.ts`, "export const later = async () => import('node:https');"],
  ['sockets-in-net-only', 'apps/cli/src/planted-b.ts', "export * from 'node:dns/promises';"],
  [
    'sockets-in-net-only',
    `${ENGINE}/tls/client/planted-a.ts`,
    "import { connect } from 'node:tls';\nexport { connect };",
  ],
  ['tls-client-below-inventory', `${ENGINE}/tls/client/planted-b.ts`, "export * from '../inventory/inventory.ts';"],
  ['tls-inventory-below-probes', `${ENGINE}/tls/inventory/planted-a.ts`, "export * from '../../probes/registry.ts';"],
  ['no-http-client', `${ENGINE}/net/planted-b.ts`, "export * from 'undici';"],
  ['no-subprocesses', `${ENGINE}/runner/planted-c.ts`, "export { spawn } from 'node:child_process';"],
  [
    'pure-rooms-without-node',
    `${ENGINE}/modules/planted/d.ts`,
    "import { readFileSync } from 'node:fs';\nexport { readFileSync };",
  ],
  ['pure-rooms-without-node', 'packages/protocols/src/planted-b.ts', "export type { Hash } from 'node:crypto';"],
  ['lab-stays-in-tests', `${ENGINE}/runner/planted-d.ts`, "export * from '@perimeter/lab/harness';"],
  ['lab-tables-hold-data', 'lab/src/hosts/planted-a.data.ts', "export { ipv6Of } from './addresses.ts';"],
  ['lab-tables-hold-data', 'lab/src/hosts/planted-b.data.ts', "export * from 'node:crypto';"],
  ['sql-in-repositories', `${SERVER}/jobs/planted-a.ts`, "import { sql } from 'kysely';\nexport { sql };"],
  ['sql-in-repositories', `${SERVER}/routes/planted-a.ts`, "import pg from 'pg';\nexport { pg };"],
  ['repositories-below-the-service', `${SERVER}/repositories/planted-a.ts`, "export * from '../http/errors.ts';"],
  ['acts-without-http', `${SERVER}/accounts/planted-a.ts`, "export * from '../routes/caller.ts';"],
  ['acts-without-http', `${SERVER}/accounts/planted-b.ts`, "export * from '../plugins/access/deeds.ts';"],
  [
    'acts-without-http',
    `${SERVER}/accounts/own/planted-c.ts`,
    "export type { HttpRequest } from '../../http/http.ts';",
  ],
  ['acts-without-http', `${SERVER}/accounts/own/planted-d.ts`, "export type { FastifyReply } from 'fastify';"],
  ['shapes-without-http', `${SERVER}/shown/planted-a.ts`, "export * from '../accounts/caller.ts';"],
  ['polls-behind-one-door', `${SERVER}/plugins/planted-a.ts`, "export * from '../rate-limits/polls/shared.ts';"],
  ['pkcs12-behind-one-door', `${SERVER}/admin/planted-a.ts`, "export * from '../signing/pkcs12/read-store.ts';"],
  ['no-cycles', 'packages/report/src/planted-c.ts', "export * from './planted-d.ts';\nexport const c = 1;"],
  ['no-cycles', 'packages/report/src/planted-f.ts', "export type * from './planted-g.ts';\nexport type F = 1;"],
  ['no-unresolvable', 'packages/report/src/planted-e.ts', "export * from './nowhere.ts';"],
  ['listed-dependencies', 'packages/contract/src/planted-b.ts', "export * from 'tldts';"],
  ['no-dev-dependencies-at-run-time', `${ENGINE}/net/planted-c.ts`, "export * from 'ipaddr.js';"],
];

/** Files beside the violations that are allowed. */
const innocents: [file: string, text: string][] = [
  [
    `${ENGINE}/tls/client/planted-fine.ts`,
    "export type { TLSSocket } from 'node:tls';\nexport * from '../../net/tls-stream/connect-tls.ts';",
  ],
  [`${ENGINE}/tls/inventory/planted-fine.ts`, "export * from '../client/pool.ts';"],
  [
    `${ENGINE}/probes/planted/fine.ts`,
    "export type { Socket } from 'node:net';\nexport type * from '../../evidence/tls/schema.ts';",
  ],
  [`${ENGINE}/net/planted-fine.ts`, "import { connect } from 'node:net';\nexport { connect };"],
  [
    `${ENGINE}/modules/planted/cookie-secure.ts`,
    [
      "import { headerValues } from '@perimeter/protocols/http/headers/header-list';",
      "import { parseSetCookie } from '@perimeter/protocols/http/headers/set-cookie';",
      "import { failEach } from '../../catalogue/outcome.ts';",
      "import { vectors } from '../../catalogue/vectors.data.ts';",
      "import { locationOf } from '../derive/http/place.ts';",
      "import { checkOf } from '../../catalogue/check-of.ts';",
      "import { quoteCookie } from '../derive/subjects/cookies.ts';",
      "import { drafted, sightingsOf } from '../derive/http/sightings.ts';",
      'export { checkOf, drafted, failEach, headerValues, locationOf, parseSetCookie, quoteCookie, sightingsOf, vectors };',
    ].join('\n'),
  ],
  [
    `${ENGINE}/modules/planted/cookie-secure.test.ts`,
    "export * from '../derive/http/testing/evidence.ts';\nexport * from '../derive/http/testing/situations.ts';",
  ],
  [`${ENGINE}/modules/planted/fine.test.ts`, "import { readFileSync } from 'node:fs';\nexport { readFileSync };"],
  [
    'lab/src/hosts/planted-fine.data.ts',
    "import { type ZoneRecord } from '../dns/zone.ts';\nexport * from './caa.data.ts';\nexport type { ZoneRecord };",
  ],
  [`${SERVER}/jobs/planted-fine.ts`, "export type { Kysely } from 'kysely';"],
  [
    `${SERVER}/accounts/own/planted-fine.ts`,
    "export * from '../../http/errors.ts';\nexport * from '../../shown/account.ts';\nexport * from '../proof/holder.ts';",
  ],
  [`${SERVER}/process/planted-fine.ts`, "export * from '../rate-limits/polls/count-polls.ts';"],
  ['packages/report/src/planted-fine.ts', "export type * from '@perimeter/contract/report';"],
];

const props: [file: string, text: string][] = [
  ['packages/report/src/planted-g.ts', "export type * from './planted-f.ts';\nexport type G = 1;"],
  ['packages/report/src/planted-d.ts', "export * from './planted-c.ts';\nexport const d = 1;"],
  [`${ENGINE}/probes/planted-other/a.ts`, 'export const other = 1;'],
];

let house: HouseCopy;
let clean: WallsReport;
let broken: WallsReport;
before(async () => {
  house = copyHouse();
  clean = await checkWalls(house.root);
  for (const [file, text] of [...innocents, ...props]) house.plant(file, `${text}\n`);
  for (const [, file, text] of breaks) house.plant(file, `${text}\n`);
  broken = await checkWalls(house.root);
});
after(() => house.remove());

test('the check reads every source file, and follows imports between files', (t) => {
  t.diagnostic(`${clean.modules.length} modules, ${clean.edges} imports`);
  assert.ok(clean.modules.length > 80, `only ${clean.modules.length} modules were read`);
  assert.ok(clean.edges > 150, `only ${clean.edges} imports were followed`);
  assert.deepEqual(clean.unread, []);
  assert.ok(clean.modules.includes('packages/engine/src/runner/audit.ts'));
});

for (const [rule, file] of breaks) {
  test(`the rule ${rule} rejects ${file}`, () => {
    const found = broken.violations.filter((violation) => violation.startsWith(`${rule}: ${file} `));
    assert.equal(found.length, 1, broken.violations.filter((violation) => violation.includes(file)).join('\n'));
  });
}

test('allowed imports beside a violation pass', () => {
  for (const [file] of innocents) {
    assert.deepEqual(
      broken.violations.filter((violation) => violation.includes(`: ${file} `)),
      [],
    );
  }
});

test('there is a violation for every rule', () => {
  assert.deepEqual(clean.rules.toSorted(), [...new Set(breaks.map(([rule]) => rule))].toSorted());
});

const typecheckPure = (root: string): string =>
  spawnSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.pure.json'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout;

test("the pure compiler settings reject Node's modules, globals and Buffer", () => {
  house.plant(
    `${ENGINE}/modules/planted/impure.ts`,
    "import { readFileSync } from 'node:fs';\nexport const all = [readFileSync, process, Buffer, setTimeout, fetch];\n",
  );
  const output = typecheckPure(house.root);
  for (const name of ['node:fs', 'process', 'Buffer', 'setTimeout', 'fetch']) {
    assert.match(output, new RegExp(`planted/impure\\.ts.*'${name}'`, 'u'));
  }
});

test('the linter refuses any, non-null assertions, default exports and value imports of types', () => {
  house.plant(
    'packages/report/src/planted-lint.ts',
    "import { Report } from '@perimeter/contract/report';\nexport const a = (x: any, r: Report): string => x!.y + r.id;\nexport default a;\n",
  );
  const lint = spawnSync(
    path.join(house.root, 'node_modules/.bin/oxlint'),
    ['--deny-warnings', '--format=unix', 'packages/report/src/planted-lint.ts'],
    { cwd: house.root, encoding: 'utf8' },
  );
  assert.equal(lint.status, 1);
  for (const rule of ['no-explicit-any', 'no-non-null-assertion', 'no-default-export', 'consistent-type-imports']) {
    assert.match(lint.stdout, new RegExp(rule, 'u'));
  }
});

test('the linter allows the service modules that open no socket, and no others', () => {
  house.plant(
    'apps/server/src/planted-net.ts',
    "import { connect, isIP } from 'node:net';\nexport { connect, isIP };\n",
  );
  const planted = spawnSync(
    path.join(house.root, 'node_modules/.bin/oxlint'),
    ['--format=unix', 'apps/server/src/planted-net.ts'],
    { cwd: house.root, encoding: 'utf8' },
  ).stdout;
  assert.match(planted, /'connect' import/u);
  assert.doesNotMatch(planted, /'isIP' import/u);
});

test('the linter refuses query builders outside the repositories', () => {
  const query =
    "import type { Kysely } from 'kysely';\nimport type { Schema } from '../repositories/schema/schema.ts';\n" +
    "export const all = async (db: Kysely<Schema>) => db.selectFrom('audits').execute();\n";
  house.plant('apps/server/src/jobs/planted-query.ts', query);
  house.plant('apps/server/src/repositories/planted-query.ts', query.replace('../repositories/', './'));
  const lint = spawnSync(
    path.join(house.root, 'node_modules/.bin/oxlint'),
    ['--format=unix', 'apps/server/src/jobs/planted-query.ts', 'apps/server/src/repositories/planted-query.ts'],
    { cwd: house.root, encoding: 'utf8' },
  ).stdout;
  assert.match(lint, /jobs\/planted-query\.ts.*selectFrom/u);
  assert.doesNotMatch(lint, /repositories\/planted-query\.ts/u);
});

test('the command fails if an import rule is violated', () => {
  assert.throws(() => execFileSync(process.execPath, ['tools/walls.ts'], { cwd: house.root, stdio: 'pipe' }), {
    status: 1,
  });
});
