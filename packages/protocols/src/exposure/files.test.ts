import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileMark } from './content.ts';
import { type FileKind, matchFile } from './validators.ts';

const planted = 'Zk8qWv3TnX7yRb2LmD5cHs9J';
const live = `sk_${'live'}_${planted}${planted}`;
const core = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n';
const row = `(1,'${'a'.repeat(900)}'),`;

type Row = readonly [what: string, kind: FileKind, text: string, mark: FileMark | null, shows?: RegExp];

const rows: readonly Row[] = [
  // Dumps
  [
    'MariaDB, the sandbox line',
    'databaseDump',
    '/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n',
    'content',
    /sandbox/,
  ],
  [
    'MariaDB, the earlier sandbox line',
    'databaseDump',
    '/*!999999\\- enable the sandbox mode */ \n-- MariaDB dump\n',
    'content',
  ],
  [
    'a warning before the dump',
    'databaseDump',
    'mysqldump: [Warning] Using a password on the command line\n-- MySQL dump 10.13\n',
    'content',
  ],
  ['pg_dump with a restriction', 'databaseDump', '--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\n', 'content'],
  ['Sequel Ace', 'databaseDump', '# Sequel Ace SQL dump\n# Version 20067\n', 'content'],
  ['rows longer than the part', 'databaseDump', `INSERT INTO \`users\` (\`id\`, \`mail\`) VALUES ${row}`, 'content'],
  [
    'a table longer than the part',
    'databaseDump',
    `CREATE TABLE IF NOT EXISTS "shop"."users" (\n  "id" int,\n${'  "a" text,\n'.repeat(80)}`,
    'content',
  ],
  ['a text about SQL', 'databaseDump', 'CREATE TABLE is a statement of SQL;\n', null],
  ['a text about inserting', 'databaseDump', 'INSERT INTO your calendar: the party.\n', null],
  // Git configuration
  [
    'a header of a checkout',
    'gitConfig',
    `${core}[http "https://git.lab/"]\n\textraheader = AUTHORIZATION: basic ${planted}\n`,
    'userinfo',
    /extraheader = <header> basic <redacted 24/,
  ],
  [
    'a bearer token',
    'gitConfig',
    `${core}[http]\n\textraHeader = "Authorization: Bearer ${planted}"\n`,
    'userinfo',
    /bearer/,
  ],
  ['a header of its own', 'gitConfig', `${core}[http]\n\textraheader = PRIVATE-TOKEN: ${planted}\n`, 'userinfo'],
  [
    'an address in place of others',
    'gitConfig',
    `${core}[url "https://ci:${planted}@git.lab/"]\n\tinsteadOf = https://git.lab/\n`,
    'userinfo',
    /\["https:\/\/<redacted/,
  ],
  [
    'a token alone in such an address',
    'gitConfig',
    `${core}[url "https://${planted}@git.lab/"]\n\tinsteadOf = git@git.lab:\n`,
    'userinfo',
  ],
  [
    'an address that is replaced',
    'gitConfig',
    `${core}[url "git@git.lab:"]\n\tinsteadOf = https://ci:${planted}@git.lab/\n`,
    'userinfo',
    /insteadOf/,
  ],
  [
    'a proxy',
    'gitConfig',
    `${core}[http]\n\tproxy = http://ci:${planted}@proxy.lab:3128\n`,
    'userinfo',
    /proxy = http/,
  ],
  ['Git LFS', 'gitConfig', `${core}[remote "origin"]\n\tlfsurl = https://ci:${planted}@lfs.lab/\n`, 'userinfo'],
  [
    'a helper that prints',
    'gitConfig',
    `${core}[credential]\n\thelper = "!f() { echo username=ci; echo password=${planted}; }; f"\n`,
    'userinfo',
    /helper: password=<redacted/,
  ],
  ['a setting of its own', 'gitConfig', `${core}[github]\n\ttoken = ${planted}\n`, 'userinfo', /token = <redacted/],
  ['a remote', 'gitConfig', `${core}[remote "origin"]\n\turl = https://ci:${planted}@git.lab/shop.git\n`, 'userinfo'],
  ['a name alone', 'gitConfig', `${core}[remote "origin"]\n\turl = https://git@git.lab/shop.git\n`, 'content'],
  [
    'a header without a secret',
    'gitConfig',
    `${core}[http]\n\textraheader = Accept-Language: english-only\n`,
    'content',
  ],
  [
    'a header that is filled in',
    'gitConfig',
    `${core}[http]\n\textraheader = Authorization: Bearer \${GIT_TOKEN}\n`,
    'content',
  ],
  [
    'an address without a log-in',
    'gitConfig',
    `${core}[url "ssh://git@git.lab/"]\n\tinsteadOf = https://git.lab/\n`,
    'content',
  ],
  ['a helper that stores elsewhere', 'gitConfig', `${core}[credential]\n\thelper = cache --timeout=3600\n`, 'content'],
  // Settings
  ['one line, a live key', 'envFile', `STRIPE_KEY=${live}\n`, 'key', /sk_live|STRIPE_KEY=<redacted/],
  ['a live key under a plain name', 'envFile', `APP_NAME=Shop\nSTRIPE_KEY=${live}\nAPP_ENV=production\n`, 'key'],
  ['a live key beside a password', 'envFile', `DB_PASSWORD=${planted}\nSTRIPE_KEY=${live}\n`, 'secret', /DB_PASSWORD/],
  ['a key for pages', 'envFile', `APP_NAME=Shop\nSTRIPE_KEY=${live.replace('sk_', 'pk_')}\n`, 'no-secret'],
  ['a key for tests', 'envFile', `APP_NAME=Shop\nSTRIPE_KEY=${live.replace('live', 'test')}\n`, 'no-secret'],
  ['a key of documentation', 'envFile', `APP_NAME=Shop\nSTRIPE_KEY=sk_${'live'}_${'x'.repeat(30)}\n`, 'no-secret'],
  ['one line that is none', 'envFile', 'APP_NAME=Shop\n', null],
  ['what browsers get anyway', 'envFile', `VITE_API_KEY=${planted}\nNEXT_PUBLIC_TOKEN=${planted}\n`, 'no-secret'],
  ['a password beside them', 'envFile', `VITE_API_KEY=${planted}\nDB_PASSWORD=${planted}\n`, 'secret', /DB_PASSWORD/],
  ['a live key beside them', 'envFile', `VITE_API_KEY=${planted}\nVITE_PAY=${live}\n`, 'key'],
  ['a secret beside placeholders', 'envFile', `A_TOKEN=changeme123\nB_TOKEN=your-key\nC_TOKEN=${planted}\n`, 'secret'],
  ['a page sent as text', 'envFile', `<!-- shop -->\n<custom-page\nAPI_KEY=${planted}\nTOKEN=${planted}\n>`, null],
  ['a page that begins late', 'envFile', `A=1\nAPI_KEY=${planted}\n${'\n'.repeat(600)}<table>\nB=2\nC=3\n`, null],
  [
    'the sample of WordPress',
    'phpConfig',
    "<?php\ndefine( 'DB_PASSWORD', 'password_here' );\ndefine( 'AUTH_KEY', 'put your unique phrase here' );\n",
    'no-secret',
  ],
  ['a value of the environment', 'phpConfig', "<?php\ndefine('DB_PASSWORD', getenv('DB_PASSWORD'));\n", 'no-secret'],
  [
    'a value of its own',
    'phpConfig',
    `<?php\ndefine('DB_USER', 'username_here');\ndefine('DB_PASSWORD', '${planted}');\n`,
    'secret',
  ],
  [
    'no password',
    'webConfig',
    '<?xml version="1.0"?>\n<configuration><system.webServer/></configuration>\n',
    'no-secret',
  ],
  [
    'Spring, from the environment',
    'yamlConfig',
    'spring:\n  datasource:\n    username: shop\n    password: ${DB_PASSWORD}\n',
    'no-secret',
  ],
  ['settings of a page', 'yamlConfig', 'title: Shop\ncolour: blue\n', null],
  ['Django, from the environment', 'pythonConfig', "import os\n\nSECRET_KEY = os.environ['SECRET_KEY']\n", 'no-secret'],
  ['settings of a page in .NET', 'jsonConfig', '{"Logging":{"LogLevel":{"Default":"Warning"}}}', null],
  ['an upload without a password', 'jsonConfig', '{"host":"ftp.lab","username":"a","remotePath":"/srv"}', 'no-secret'],
  ['a log-in that is empty', 'dockerConfig', '{"auths":{"registry.lab":{"auth":""}}}', null],
  ['a line of documentation', 'privateKey', '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA...\n', null],
  ['a row of one letter', 'privateKey', `-----BEGIN RSA PRIVATE KEY-----\n${'x'.repeat(64)}\n`, null],
  [
    'a placeholder for a key',
    'serviceAccount',
    '{"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----\\nYOUR_KEY\\n"}',
    null,
  ],
  [
    'a cluster without its token',
    'kubeConfig',
    'apiVersion: v1\nclusters:\nusers:\n- user:\n    token: REDACTED\n',
    'no-secret',
  ],
  [
    'a cluster with a token',
    'kubeConfig',
    `apiVersion: v1\nclusters:\nusers:\n- user:\n    token: ${planted}\n`,
    'secret',
  ],
  [
    'a state of nothing',
    'terraformState',
    '{"version":4,"terraform_version":"1.9.0","serial":1,"resources":[]}',
    'no-secret',
  ],
  ['a live key in YAML', 'yamlConfig', `shop:\n  name: Shop\n  stripe: ${live}\n`, 'secret'],
  // Archives
  ['a tar', 'archive', `${'backup/'.padEnd(257, '\0')}ustar`.padEnd(2_000, '\0'), 'content', /tar/],
];

for (const [what, kind, text, mark, shows] of rows)
  test(`${kind}: ${what}`, () => {
    const match = matchFile(kind, { status: 206, headers: [], text: text.slice(0, 4_096), length: 70_000 });
    assert.equal(match?.mark ?? null, mark);
    const proof = match?.proof.join('\n') ?? '';
    if (shows !== undefined) assert.match(proof, shows);
    for (let at = 0; at + 6 <= planted.length; at += 1) assert.ok(!proof.includes(planted.slice(at, at + 6)), proof);
  });

test('an archive of which a part came', () => {
  const part = (octets: number, length: number | null, status = 206) =>
    matchFile('archive', { status, headers: [], text: 'PK\u0003\u0004'.padEnd(octets, 'x'), length })?.proof[0];
  assert.equal(part(512, 70_000), 'ZIP archive, 70000 octets');
  assert.equal(part(512, null), 'ZIP archive, at least 512 octets');
  assert.equal(part(300, null), undefined);
  assert.equal(part(512, 800), undefined);
  assert.equal(part(512, null, 200), undefined);
  assert.equal(part(4_096, null, 200), 'ZIP archive, 4096 octets');
});
