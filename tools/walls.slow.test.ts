// The rules judge files by their place and their imports, so violations are planted in a house that has nothing else. That the
// check reads every file of the checkout is seen by its step of the gate, which fails on one that it did not read.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { frameHouse } from './testing/house-copy.ts';

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

/** Files of the linter's rows. */
const linted = {
  'packages/report/src/planted-lint.ts':
    "import { Report } from '@perimeter/contract/report';\nexport const a = (x: any, r: Report): string => x!.y + r.id;\nexport default a;\n",
  'apps/server/src/planted-net.ts': "import { connect, isIP } from 'node:net';\nexport { connect, isIP };\n",
  'apps/server/src/jobs/planted-query.ts': queryOf('../repositories/'),
  'apps/server/src/repositories/planted-query.ts': queryOf('./'),
};

function queryOf(repositories: string): string {
  return (
    `import type { Kysely } from 'kysely';\nimport type { Schema } from '${repositories}schema/schema.ts';\n` +
    "export const all = async (db: Kysely<Schema>) => db.selectFrom('audits').execute();\n"
  );
}

const checkout = path.resolve(import.meta.dirname, '..');
const house = frameHouse([
  'tools/walls.ts',
  ...['arrows', 'files', 'last-name', 'sources', 'typescript-for-walls'].map((name) => `tools/house/${name}.ts`),
  'tools/pure-globals.d.ts',
]);
after(() => house.remove());

/** The file that an import of the house names; null: another package, or none. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  const [, name = '', entry] = /^@perimeter\/(\w+)\/(.+)$/u.exec(specifier) ?? [];
  if (entry === undefined) return null;
  const room = name === 'lab' ? name : `packages/${name}`;
  const { exports } = JSON.parse(readFileSync(path.join(checkout, room, 'package.json'), 'utf8'));
  return path.posix.join(room, exports[`./${entry}`]);
}

const own = new Map([...breaks.map(([, file, text]) => [file, text] as const), ...innocents, ...props]);
const targets = new Set(
  [...own].flatMap(([file, text]) =>
    [...text.matchAll(/(?:from|import\() ?'([^']+)'/gu)].flatMap(([, to = '']) => targetOf(file, to) ?? []),
  ),
);
const foreign = [...targets].filter((file) => !own.has(file) && path.basename(file) !== 'nowhere.ts');
for (const file of foreign) house.plant(file, 'export {};\n');
for (const [file, text] of own) house.plant(file, `${text}\n`);
const files = globSync('{packages,apps,lab,tools}/**/*.ts', { cwd: house.root, exclude: ['**/node_modules/**'] });

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: house.root, encoding: 'utf8' });
const { status, stderr } = run('tools/walls.ts');
const said = stderr.trimEnd().split('\n');

test('what violations import exists in the checkout', () => {
  assert.deepEqual(
    foreign.filter((file) => !existsSync(path.join(checkout, file))),
    [],
  );
});

test('the command reads every source file, follows imports between files, and fails', () => {
  assert.equal(status, 1);
  const [, read, imports, through] =
    /^(\d+) modules, (\d+) imports between them, (\d+) through a wall$/u.exec(said.at(-1) ?? '') ?? [];
  assert.equal(Number(read), files.length, stderr);
  assert.ok(Number(imports) > breaks.length, stderr);
  assert.equal(Number(through), said.length - 1);
  assert.doesNotMatch(stderr, /^not read:/mu);
});

for (const [rule, file] of breaks) {
  test(`the rule ${rule} rejects ${file}`, () => {
    const found = said.filter((line) => line.startsWith(`${rule}: ${file} `));
    assert.equal(found.length, 1, said.filter((line) => line.includes(file)).join('\n'));
  });
}

test('allowed imports beside a violation pass', () => {
  for (const [file] of innocents) {
    assert.deepEqual(
      said.filter((line) => line.includes(`: ${file} `)),
      [],
    );
  }
});

test('there is a violation for every rule', async () => {
  const { default: configuration } = await import(path.join(checkout, '.dependency-cruiser.mjs'));
  assert.deepEqual(
    configuration.forbidden.map(({ name }: { name: string }) => name).toSorted(),
    [...new Set(breaks.map(([rule]) => rule))].toSorted(),
  );
});

test("the pure compiler settings reject Node's modules, globals and Buffer", () => {
  house.plant(
    `${ENGINE}/modules/planted/impure.ts`,
    "import { readFileSync } from 'node:fs';\nexport const all = [readFileSync, process, Buffer, setTimeout, fetch];\n",
  );
  const { stdout } = run(path.join(house.root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.pure.json');
  for (const name of ['node:fs', 'process', 'Buffer', 'setTimeout', 'fetch']) {
    assert.match(stdout, new RegExp(`planted/impure\\.ts.*'${name}'`, 'u'));
  }
});

for (const [file, text] of Object.entries(linted)) house.plant(file, text);
const lint = run('node_modules/oxlint/bin/oxlint', '--deny-warnings', '--format=unix', ...Object.keys(linted));
const complaintsOf = (file: string): string =>
  lint.stdout
    .split('\n')
    .filter((line) => line.includes(file))
    .join('\n');

test('the linter refuses any, non-null assertions, default exports and value imports of types', () => {
  assert.equal(lint.status, 1);
  for (const rule of ['no-explicit-any', 'no-non-null-assertion', 'no-default-export', 'consistent-type-imports'])
    assert.match(complaintsOf('planted-lint.ts'), new RegExp(rule, 'u'));
});

test('the linter allows the service modules that open no socket, and no others', () => {
  assert.match(complaintsOf('planted-net.ts'), /'connect' import/u);
  assert.doesNotMatch(complaintsOf('planted-net.ts'), /'isIP' import/u);
});

test('the linter refuses query builders outside the repositories', () => {
  assert.match(complaintsOf('jobs/planted-query.ts'), /selectFrom/u);
  assert.equal(complaintsOf('repositories/planted-query.ts'), '');
});
