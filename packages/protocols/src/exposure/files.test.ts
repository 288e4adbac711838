import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileMark } from './content.ts';
import { type FileKind, matchFile } from './validators.ts';
import { ec, openSsh, pem, putty, rsa } from '../secrets/testing/keys.ts';

const planted = 'Zk8qWv3TnX7yRb2LmD5cHs9J';
const live = `sk_${'live'}_${planted}${planted}`;
const core = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n';
const row = `(1,'${'a'.repeat(900)}'),`;

const state = (resource: object): string =>
  JSON.stringify({ version: 4, terraform_version: '1.9.0', serial: 1, resources: [resource] });

type Row = readonly [what: string, kind: FileKind, text: string, mark: FileMark | null, shows?: RegExp];

/** Placeholders for credentials: labels, and text that only its owner can read. */
const withoutSecret: readonly Row[] = [
  ['a sealed secret', 'yamlConfig', `kind: SealedSecret\nspec:\n  encryptedData:\n    password: AgB${planted}\n`, null],
  ['a sealed secret in JSON', 'jsonConfig', `{"spec":{"encryptedData":{"password":"AgB${planted}"}}}`, null],
  [
    'hashes of passwords of users',
    'webConfig',
    '<configuration><credentials passwordFormat="SHA1"><user name="a" password="9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B"/></credentials></configuration>',
    'no-secret',
  ],
  [
    'passwords of users as they are',
    'webConfig',
    '<configuration><credentials passwordFormat="Clear"><user name="a" password="Kiwi-Bagger91"/></credentials></configuration>',
    'secret',
  ],
  ...[
    'Sicherheitstoken',
    'Sicherheitsschluessel',
    'Sicherheitsschl\u00c3\u00bcssel',
    'Zugangscode',
    'Zugriffsschluessel',
    'Toegangscode',
    'toegangstoken',
    'Sekret',
    'gizli anahtar',
    'muss ausgef\u00c3\u00bcllt werden',
    'Geheime sleutel',
  ].flatMap((label): Row[] => [
    [`the label ${label} in YAML`, 'yamlConfig', `de:\n  token: ${label}\n  secret: ${label}\n`, null],
    [`the label ${label} in PHP`, 'phpConfig', `<?php\n$lang['token'] = '${label}';\n`, 'no-secret'],
  ]),
];

const remote = (url: string): string => `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`;
const token = `glpat-${planted.slice(0, 20)}`;

/** Keys by their form, wherever they stand in a source, and log-ins of tools. */
const withKey: readonly Row[] = [
  [
    'an argument in PHP',
    'phpConfig',
    `<?php\n\\Stripe\\Stripe::setApiKey('${live}');\n`,
    'secret',
    /^ApiKey=<redacted 56 /,
  ],
  ['an argument of a constructor', 'phpConfig', `<?php\n$s = new \\Stripe\\StripeClient("${live}");\n`, 'secret'],
  ['a header', 'phpConfig', `<?php\n$h = ['Authorization: Bearer ${token}'];\n`, 'secret', /redacted 26/],
  ['a password that is set', 'phpConfig', `<?php\n$t->setUsername('a')->setPassword('${planted}');\n`, 'secret'],
  ['a log-in to FTP', 'phpConfig', `<?php\nftp_login($c, 'upload', '${planted}');\n`, 'secret'],
  [
    'the address of a bot',
    'phpConfig',
    `<?php\n$u = 'https://api.telegram.org/bot${'8412097365'}:AA${planted}${planted.slice(3, 12)}/sendMessage';\n`,
    'secret',
  ],
  [
    'a statement of SQL',
    'phpConfig',
    "<?php\n$q = 'UPDATE a SET b=:b, user=:u, password=:neu WHERE c=1';\n",
    'no-secret',
  ],
  ['a key in a comment', 'phpConfig', `<?php\n// setApiKey('${live}');\n`, 'no-secret'],
  [
    'an argument in Python',
    'pythonConfig',
    `import stripe\nDEBUG = True\ns = stripe.StripeClient("${live}")\n`,
    'secret',
  ],
  [
    'a connection in Python',
    'pythonConfig',
    `import a\nc = a.connect("dbname=x user=shop password=${planted}")\n`,
    'secret',
  ],
  ['an address with a field', 'pythonConfig', `import a\nBROKER_URL = f"amqp://shop:${planted}@{HOST}//"\n`, 'secret'],
  [
    'a password that is a field',
    'pythonConfig',
    'import a\nBROKER_URL = f"amqp://shop:{PW}@{HOST}//"\nDEBUG = 1\n',
    'no-secret',
  ],
  [
    'a default behind or',
    'pythonConfig',
    `import os\nAWS_SECRET_ACCESS_KEY = os.getenv("X") or "${planted}"\n`,
    'secret',
  ],
  ['a default of another name', 'pythonConfig', `import os\nDB_PASSWORD = os.getenv("X", "${planted}")\n`, 'secret'],
  ['a token as the user', 'gitConfig', remote(`https://${token}:x@gitlab.com/a`), 'userinfo'],
  ['a drawn token as the user', 'gitConfig', remote(`https://${planted}9f86d081:x@github.com/a`), 'userinfo'],
  ['a name as the user', 'gitConfig', remote('https://jan:x-oauth-basic@github.com/a'), 'content'],
  ['a token as the user, stored', 'gitCredentials', `https://${token}:x@gitlab.com\n`, 'secret'],
  [
    'a client of Bitbucket',
    'authJson',
    `{"bitbucket-oauth":{"b.org":{"consumer-key":"a","consumer-secret":"${planted}"}}}`,
    'secret',
  ],
  [
    'a client of Bitbucket without its secret',
    'authJson',
    `{"bitbucket-oauth":{"b.org":{"consumer-key":"${planted}"}}}`,
    null,
  ],
  ['a token of Forgejo', 'authJson', `{"forgejo-token":{"c.org":{"username":"u","token":"${planted}"}}}`, 'secret'],
  ['headers of a repository', 'authJson', `{"custom-headers":{"r.lab":["API-TOKEN: ${planted}"]}}`, 'secret'],
  [
    'a header with words',
    'authJson',
    `{"custom-headers":{"r.lab":["API-TOKEN: your-token","X-Trace: ${planted}"]}}`,
    null,
  ],
  [
    'a client certificate',
    'authJson',
    `{"client-certificate":{"r.lab":{"local_cert":"/a/b.pem","passphrase":"${planted}"}}}`,
    'secret',
  ],
  ['a client certificate alone', 'authJson', '{"client-certificate":{"r.lab":{"local_cert":"/a/b.pem"}}}', null],
  [
    'a client of Google',
    'serviceAccount',
    `{"web":{"client_id":"1-a.apps.googleusercontent.com","client_secret":"${planted}"}}`,
    'secret',
    /^client_secret: <redacted 24 /m,
  ],
  [
    'a client of Google without a secret',
    'serviceAccount',
    '{"web":{"client_id":"1-a.apps.googleusercontent.com"}}',
    null,
  ],
  [
    'the log-in of a user at Google',
    'serviceAccount',
    `{"type":"authorized_user","refresh_token":"1//0${planted}"}`,
    'secret',
  ],
  [
    'AWS in capitals',
    'awsCredentials',
    `[default]\nAWS_ACCESS_KEY_ID = AKIAQZ7T4MNB2KLPX5WD\nAWS_SECRET_ACCESS_KEY = ${planted}\n`,
    'secret',
  ],
  ['a default of npm', 'npmrc', `//npm.lab/:_authToken=\${TOKEN-${planted}}\n`, 'secret'],
  ['no default of npm', 'npmrc', '//npm.lab/:_authToken=${TOKEN-}\n', null],
];

const resource = (type: string, attributes: object): string =>
  state({ mode: 'managed', type, name: 'x', instances: [{ attributes }] });
const command = (line: string): string => `services:\n  r:\n    image: redis\n    command: ${line}\n`;
const configuration = (text: string): string => `<configuration>${text}</configuration>`;
const cluster = (line: string): string => `apiVersion: v1\nkind: Config\nclusters: []\nusers:\n- user:\n    ${line}\n`;
const sealed = (line: string): string => `apiVersion: v1\nkind: Secret\ndata:\n  ${line}\n`;
const registry = (login: string): string => btoa(JSON.stringify({ auths: { 'registry.lab': { auth: btoa(login) } } }));

/** Credentials of deployments. */
const deployed: readonly Row[] = [
  ...(
    [
      ['azurerm_key_vault_secret', { name: 'sql-admin', value: planted }],
      ['aws_ssm_parameter', { name: '/prod/db', type: 'SecureString', value: planted }],
      ['google_secret_manager_secret_version', { secret: 'projects/1/secrets/db', secret_data: planted }],
      ['kubernetes_secret', { data: { connection: planted }, type: 'Opaque' }],
      ['github_actions_secret', { secret_name: 'DEPLOY', plaintext_value: planted }],
    ] as const
  ).map(([type, attributes]): Row => [type, 'terraformState', resource(type, attributes), 'secret', /redacted 24/]),
  ...(
    [
      ['azurerm_key_vault_secret', { name: 'sql-user', value: 'shop-admin' }],
      ['azurerm_key_vault_secret', { name: 'sql-admin', value: 'changeme' }],
      ['aws_ssm_parameter', { name: '/prod/ami', type: 'String', value: planted }],
      ['google_secret_manager_secret', { secret_id: planted }],
      ['kubernetes_secret', { data: { username: 'shop-admin' }, type: 'Opaque' }],
      ['kubernetes_config_map', { data: { connection: planted } }],
    ] as const
  ).map(([type, attributes]): Row => [`${type}, none`, 'terraformState', resource(type, attributes), 'no-secret']),
  ['a client of OpenID', 'kubeConfig', cluster(`client-secret: ${planted}`), 'secret'],
  ['a token that renews', 'kubeConfig', cluster(`refresh-token: ${planted}`), 'secret'],
  ['a client without a secret', 'kubeConfig', cluster('client-secret: REDACTED'), 'no-secret'],
  ['the key of a certificate', 'yamlConfig', sealed(`tls.key: ${btoa(pem(ec, 'pkcs8'))}`), 'secret'],
  ['a certificate', 'yamlConfig', sealed(`tls.crt: ${btoa(`-----BEGIN CERTIFICATE-----\n${planted}`)}`), null],
  ['a key with a passphrase', 'yamlConfig', sealed(`tls.key: ${btoa(pem(ec, 'pkcs8', true))}`), null],
  ['log-ins to a registry', 'yamlConfig', sealed(`.dockerconfigjson: ${registry(`u:${planted}`)}`), 'secret'],
  ['log-ins of samples', 'yamlConfig', sealed(`.dockerconfigjson: ${registry('user:password')}`), null],
  [
    'a password of Redis',
    'composeFile',
    command(`redis-server --requirepass ${planted}`),
    'secret',
    /password: <redacted 24/,
  ],
  ['a token of a tunnel', 'composeFile', command(`["tunnel", "run", "--token", "${planted}"]`), 'secret'],
  ['a token in a list', 'composeFile', command(`\n      - --token\n      - ${planted}`), 'secret'],
  ['a token behind a sign', 'composeFile', command(`a --auth-token=${planted}`), 'secret'],
  ['a variable', 'composeFile', command('redis-server --requirepass "$$REDIS_PW" --token ${TOKEN}'), 'content'],
  ['another option', 'composeFile', command('a --password-stdin --token --verbose'), 'content'],
  ['a comment', 'composeFile', `# --requirepass ${planted}\n${command('redis-server')}`, 'content'],
  ['a number', 'jsonConfig', '{"host":"h","username":"u","password":84736251,"uploadOnSave":true}', 'secret'],
  [
    'a number of something',
    'jsonConfig',
    '{"host":"h","port":84736251,"password":1234,"uploadOnSave":true}',
    'no-secret',
  ],
  ['Cosmos DB', 'jsonConfig', `{"CosmosDb":{"Account":"https://a.lab/","Key":"${planted}"}}`, 'secret'],
  ['OpenAI', 'jsonConfig', `{"OpenAI":{"Key":"${planted}"}}`, 'secret'],
  ['a key of something', 'jsonConfig', `{"Cache":{"Key":"${planted}"}}`, null],
  [
    'sessions in a database',
    'webConfig',
    configuration(`<sessionState sqlConnectionString="Data Source=db;User ID=sa;Password=${planted}"/>`),
    'secret',
  ],
  [
    'a setting',
    'webConfig',
    configuration(`<setting name="ApiKey" serializeAs="String"><value>${planted}</value></setting>`),
    'secret',
  ],
  [
    'a setting of another name',
    'webConfig',
    configuration(`<setting name="Theme"><value>${planted}</value></setting>`),
    'no-secret',
  ],
];

/** Values of plain words: a passphrase if a host or user stands beside them, otherwise labels of a form. */
const phrases: readonly Row[] = [
  'coffee.winter.ticket',
  'Sonne Mond Sterne',
  'Mein Hund heisst Bello',
  'Rasenm\u00c3\u00a4her',
].flatMap((phrase): Row[] => [
  [`${phrase} beside a host`, 'yamlConfig', `db:\n  host: db1.lab\n  password: ${phrase}\n`, 'secret'],
  [
    `${phrase} beside a user`,
    'phpConfig',
    `<?php\nreturn ['username' => 'shop', 'password' => '${phrase}'];\n`,
    'secret',
  ],
  [`${phrase} of a database`, 'phpConfig', `<?php\ndefine('DB_PASSWORD', '${phrase}');\n`, 'secret'],
  [`${phrase} in Django`, 'pythonConfig', `import a\nD = {'USER': 'shop', 'PASSWORD': '${phrase}'}\n`, 'secret'],
  [`${phrase} in JSON`, 'jsonConfig', `{"Smtp":{"Host":"mail.lab","Password":"${phrase}"}}`, 'secret'],
  [`${phrase} alone`, 'yamlConfig', `de:\n  title: x\n  password: ${phrase}\n`, null],
  [
    `${phrase} beside a label`,
    'yamlConfig',
    `de:\n  host: Server\n  username: Benutzername\n  password: ${phrase}\n`,
    null,
  ],
  [
    `${phrase} among texts`,
    'phpConfig',
    `<?php\nreturn ['a1' => 'Bitte warten', 'b1' => 'Ihr Konto', 'c1' => 'Alle Waren', 'd1' => 'Zum Korb', 'db_host' => 'x', 'db_pass' => '${phrase}'];\n`,
    'no-secret',
  ],
]);

const otherPhrases: readonly Row[] = [
  'Passwort der Datenbank',
  'Database password here',
  'auth.password.label',
  'django.contrib.auth',
  'Leave blank for none',
  'Must be longer',
  'Passwort vergessen',
].map((text): Row => [`the text ${text}`, 'yamlConfig', `a:\n  host: db1.lab\n  db_password: ${text}\n`, null]);

const rows: readonly Row[] = [
  ...phrases,
  ...otherPhrases,
  ...withoutSecret,
  ...withKey,
  ...deployed,
  // Dumps
  [
    'MariaDB, the sandbox line',
    'databaseDump',
    '/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n',
    'content',
    /sandbox/,
  ],
  ['a comment that only begins like a dump', 'databaseDump', '-- Host: this file was removed\n-- nothing here\n', null],
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
  [
    'HeidiSQL',
    'databaseDump',
    `-- ${'-'.repeat(56)}\r\n-- Host:                         127.0.0.1\r\n-- Server version: 8.0.36\r\n`,
    'content',
    /-- Host:/,
  ],
  [
    'MySQL Workbench',
    'databaseDump',
    'CREATE DATABASE  IF NOT EXISTS `shop` /*!40100 DEFAULT CHARACTER SET utf8 */;\nUSE `shop`;\n-- MySQL dump 10.13  Distrib 8.0\n',
    'content',
    /MySQL dump/,
  ],
  [
    'settings first',
    'databaseDump',
    'SET NAMES utf8mb4;\nSET FOREIGN_KEY_CHECKS = 0;\n\nDROP TABLE IF EXISTS `users`;\nCREATE TABLE `users` (\n',
    'content',
    /SQL statements/,
  ],
  [
    'mydumper',
    'databaseDump',
    '/*!40014 SET FOREIGN_KEY_CHECKS=0*/;\n\nCREATE TABLE `users` (\n  `id` int\n',
    'content',
  ],
  [
    'UpdraftPlus',
    'databaseDump',
    '# WordPress MySQL database backup\n# Created by UpdraftPlus version 1.24.1\n# WordPress Version: 6.5\n',
    'content',
  ],
  [
    'BackWPup',
    'databaseDump',
    `-- ${'-'.repeat(57)}\n-- Backup with BackWPup ver.: 4.0.2\n-- http://backwpup.com/\n`,
    'content',
    /BackWPup/,
  ],
  ['SQL Server', 'databaseDump', 'USE [shop]\r\nGO\r\n/****** Object:  Table [dbo].[users] ******/\r\n', 'content'],
  [
    'SQL Server, rows alone',
    'databaseDump',
    "USE [shop]\r\nGO\r\nSET IDENTITY_INSERT [dbo].[users] ON \r\nGO\r\nINSERT [dbo].[users] ([id], [mail]) VALUES (1, N'a@b.lab')\r\n",
    'content',
  ],
  [
    'SQL Server in UTF-16',
    'databaseDump',
    `\u00ff\u00fe${[...'USE [shop]\r\nGO\r\n/****** Object:  Table [dbo].[users] ******/'].join('\0')}\0`,
    'content',
  ],
  [
    'a row with elements of a text',
    'databaseDump',
    "-- MySQL dump 10.13\nINSERT INTO `posts` VALUES (1,'<p>Hello</p><div>x</div>');\n",
    'content',
  ],
  ['pg_dump, rows', 'databaseDump', '-- rows\nCOPY public.users (id, mail) FROM stdin;\n1\ta@b.lab\n', 'content'],
  ['Sequel Pro', 'databaseDump', '# ****************\n# Sequel Pro SQL dump\n# Version 4541\n', 'content'],
  ['a text about Sequel', 'databaseDump', '# Sequel Pro and its successors\n\nSequel Pro was an editor.\n', null],
  ['a text about Adminer', 'databaseDump', '-- Adminer is a tool\n', null],
  ...[
    '-- MySQL dump is not available here, ask the office\n',
    '-- MariaDB dump moved\n',
    '-- PostgreSQL database dump was removed\n',
    '-- phpMyAdmin SQL Dump is kept elsewhere\n',
    '-- TablePlus is a tool\n',
    '-- HeidiSQL is a tool\n',
    '# WordPress MySQL database backup is off\n',
    '/*\n Navicat is a tool */\n',
    'PGDMP is how they begin\n',
  ].map((text): Row => [`the sentence ${text.slice(0, 24)}`, 'databaseDump', text, null]),
  ['pg_dump, its own format', 'databaseDump', 'PGDMP\u0001\u000e\0', 'content'],
  ['Navicat', 'databaseDump', '/*\n Navicat Premium Data Transfer\n\n Source Server : a\n*/\n', 'content'],
  ['settings alone', 'databaseDump', 'SET NAMES utf8mb4;\nUSE shop;\n', null],
  ['a banner in a sentence', 'databaseDump', 'The file begins with\n-- MySQL dump 10.13\n', null],
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
  [
    'a branch that names an address',
    'gitConfig',
    `${core}[branch "main"]\n\tremote = https://ghp_${planted}k7Qm2xWn9Rt4@github.com/shop/shop.git\n`,
    'userinfo',
    /remote = <redacted/,
  ],
  ['a branch that names a remote', 'gitConfig', `${core}[branch "main"]\n\tremote = origin\n`, 'content'],
  [
    'a long name',
    'gitConfig',
    `${core}[remote "origin"]\n\turl = https://my-organisation-account@dev.azure.com/shop/_git/shop\n`,
    'content',
  ],
  [
    'a long name with a year',
    'gitConfig',
    `${core}[remote "origin"]\n\turl = https://deployment-of-shop-2026@git.lab/shop.git\n`,
    'content',
  ],
  [
    'a long name and a password',
    'gitConfig',
    `${core}[remote "origin"]\n\turl = https://my-organisation-account:${planted}@git.lab/\n`,
    'userinfo',
  ],
  [
    'a token of GitLab',
    'gitConfig',
    `${core}[remote "origin"]\n\turl = https://glpat-${planted.slice(0, 20)}@git.lab/\n`,
    'userinfo',
  ],
  ['sections in capitals', 'gitConfig', '[Core]\n\tRepositoryFormatVersion = 0\n', 'content'],
  [
    'no version',
    'gitConfig',
    '[core]\n\tbare = false\n\tfilemode = true\n[remote "origin"]\n\turl = git@git.lab:shop.git\n',
    'content',
  ],
  ['settings of a user', 'gitConfig', '[user]\n\tname = A\n[core]\n\teditor = vi\n', null],
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
  [
    'one line, an address',
    'envFile',
    `DATABASE_URL=postgres://shop:${planted}@db.lab/shop\n`,
    'secret',
    /DATABASE_URL=/,
  ],
  ['one line, a password', 'envFile', `DB_PASSWORD=${planted}\n`, 'secret'],
  ['one line, a placeholder', 'envFile', 'DB_PASSWORD=changeme\n', null],
  ['one line, a token under a name of its own', 'envFile', `GH=ghp_${planted}k7Qm2xWn9Rt4\n`, 'key'],
  ['a token under such a name', 'envFile', `APP=Shop\nGL=glpat-${planted}\n`, 'key'],
  [
    'an address that takes messages',
    'envFile',
    `APP=Shop\nNOTIFY=https://hooks.slack.com/services/T012AB3CD/B012AB3CD/${planted}\n`,
    'key',
  ],
  ['SendGrid', 'envFile', `APP=Shop\nMAILER=SG.${planted.slice(0, 22)}.${planted}${planted.slice(5)}\n`, 'key'],
  ['OpenAI', 'envFile', `APP=Shop\nMODEL=sk-proj-${planted}${planted}\n`, 'key'],
  ['the key of a service', 'envFile', `APP=Shop\nSUPABASE_SERVICE_ROLE_KEY=eyJhbGciOi.${planted}\n`, 'secret'],
  ['a token of documentation', 'envFile', `APP=Shop\nGH=ghp_${'x'.repeat(36)}\n`, 'no-secret'],
  ['an address without a password', 'envFile', 'APP=Shop\nDATABASE_URL=jdbc:mysql://db.lab/shop?user=a\n', 'no-secret'],
  [
    'an address with parameters',
    'envFile',
    `APP=Shop\nDB_URL=jdbc:mysql://db/x?user=a&password=${planted}\n`,
    'secret',
  ],
  ['an element in a value', 'envFile', `MAIL_FOOTER="<p>Regards</p>"\nDB_PASSWORD=${planted}\n`, 'secret'],
  ['a value in place of none', 'envFile', `APP=Shop\nDB_PASSWORD=\${DB_PASSWORD:-${planted}}\n`, 'secret'],
  ['a byte order mark', 'envFile', `\u00ef\u00bb\u00bfDB_PASSWORD=${planted}\nAPP=Shop\n`, 'secret'],
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
  ['a constant', 'phpConfig', `<?php\nconst DB_PASSWORD = '${planted}';\n`, 'secret', /DB_PASSWORD/],
  ['PDO', 'phpConfig', `<?php\n$db = new PDO('mysql:host=db;dbname=x', $user, '${planted}');\n`, 'secret'],
  ['mysqli', 'phpConfig', `<?php\n$db = mysqli_connect("db.lab", "shop", "${planted}", "shop");\n`, 'secret'],
  [
    'a connection without a value',
    'phpConfig',
    "<?php\n$db = new mysqli('db', 'shop', $password, 'shop');\n",
    'no-secret',
  ],
  [
    'a value in place of the environment',
    'phpConfig',
    `<?php return ['password' => env('DB_PASSWORD', '${planted}')];\n`,
    'secret',
  ],
  ['the same of PHP', 'phpConfig', `<?php\n$p = getenv('DB_PASSWORD') ?: '${planted}';\n`, 'secret'],
  ['no value in its place', 'phpConfig', "<?php return ['password' => env('DB_PASSWORD', '')];\n", 'no-secret'],
  [
    'no password',
    'webConfig',
    '<?xml version="1.0"?>\n<configuration><system.webServer/></configuration>\n',
    'no-secret',
  ],
  ...[
    `<network host="mail.lab" userName="a" password="${planted}"/>`,
    `<identity impersonate="true" userName="shop" password="${planted}"/>`,
    `<credentials passwordFormat="Clear"><user name="a" password="${planted}"/></credentials>`,
    `<environmentVariable name="DB_PASSWORD" value="${planted}" />`,
    `<add value="${planted}" key="ApiToken"/>`,
    `<add key='ApiToken' value='${planted}'/>`,
    `<add name="x" connectionString='Server=db;Password=${planted};'/>`,
  ].map((line): Row => [line.slice(0, 40), 'webConfig', `<configuration>${line}</configuration>`, 'secret']),
  ...[
    '<identity userName="registry:HKLM\\A" password="registry:HKLM\\A,password"/>',
    '<identity password="[enc:AesProvider:Zk8qWv3TnX7yRb2L:enc]"/>',
    '<add name="Members" minRequiredPasswordLength="6" passwordFormat="Hashed"/>',
    '<network userName="a" password="changeme"/>',
  ].map((line): Row => [line.slice(0, 40), 'webConfig', `<configuration>${line}</configuration>`, 'no-secret']),
  [
    'Spring, from the environment',
    'yamlConfig',
    'spring:\n  datasource:\n    username: shop\n    password: ${DB_PASSWORD}\n',
    'no-secret',
  ],
  [
    'Spring, a value in place of the environment',
    'yamlConfig',
    `spring:\n  datasource:\n    username: shop\n    password: \${DB_PASSWORD:${planted}}\n`,
    'secret',
  ],
  [
    'Spring, an empty one',
    'yamlConfig',
    'spring:\n  datasource:\n    user: shop\n    password: ${DB_PASSWORD:}\n',
    'no-secret',
  ],
  [
    'Spring, a password in an address',
    'yamlConfig',
    `spring.datasource.username=shop\nspring.datasource.url=jdbc:postgresql://db.lab/x?user=a&password=${planted}\n`,
    'secret',
  ],
  ['settings of a page', 'yamlConfig', 'title: Shop\ncolour: blue\n', null],
  ['Django, from the environment', 'pythonConfig', "import os\n\nSECRET_KEY = os.environ['SECRET_KEY']\n", 'no-secret'],
  ['settings of a page in .NET', 'jsonConfig', '{"Logging":{"LogLevel":{"Default":"Warning"}}}', null],
  ['an upload without a password', 'jsonConfig', '{"host":"ftp.lab","username":"a","remotePath":"/srv"}', 'no-secret'],
  ['a log-in that is empty', 'dockerConfig', '{"auths":{"registry.lab":{"auth":""}}}', null],
  [
    'a part of PKCS #12',
    'privateKey',
    `Bag Attributes\n    localKeyID: 01 \nKey Attributes: <No Attributes>\n${pem(rsa, 'pkcs8')}`,
    'secret',
  ],
  ['a byte order mark', 'privateKey', `\u00ef\u00bb\u00bf${pem(ec, 'pkcs8')}`, 'secret'],
  [
    'a certificate first',
    'privateKey',
    `subject=CN = shop.lab\n-----BEGIN CERTIFICATE-----\n${'MIIFazCCA1OgAwIBAgIUBE7A\n'.repeat(70)}-----END CERTIFICATE-----\n${pem(ec, 'sec1')}`,
    'secret',
  ],
  [
    'a key of age',
    'privateKey',
    `# created: 2026-11-01\nAGE-SECRET-KEY-1${'QZRY9X8GF2'.repeat(6).slice(0, 58)}\n`,
    'secret',
  ],
  ['a key of OpenPGP', 'privateKey', '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQVYBGZ\n', 'no-secret'],
  ['a default in a default', 'envFile', 'A=1\nDB_PASSWORD=${A:-${B:-}}\n', 'no-secret'],
  ['an error where there is none', 'envFile', 'A=1\nDB_PASSWORD=${DB_PASSWORD:?required}\n', 'no-secret'],
  ['a password as the default of a default', 'envFile', `A=1\nDB_PASSWORD=\${A:-\${B:-${planted}}}\n`, 'secret'],
  ['a key over several lines', 'envFile', `A=1\nJWT_PRIVATE_KEY="${pem(rsa, 'pkcs8').trim()}"\n`, 'secret'],
  ['a log-in of a template', 'dockerConfig', '{"auths":{"registry.lab":{"auth":"dXNlcm5hbWU6cGFzc3dvcmQ="}}}', null],
  [
    'one exception with its trace',
    'laravelLog',
    '[2026-01-02 03:04:05] production.ERROR: Boom {"exception":"[object] (Exception(code: 0)"}\n[stacktrace]\n#0 /app/a.php(7): b()\n',
    'content',
  ],
  [
    'a dump in front',
    'privateKey',
    `Private-Key: (2048 bit, 2 primes)\nmodulus:\n    00:aa:bb\n${pem(rsa, 'pkcs8')}`,
    'secret',
  ],
  ['a note in front', 'privateKey', `deploy key\n${pem(ec, 'pkcs8')}`, 'secret'],
  ['certificates alone', 'privateKey', '-----BEGIN CERTIFICATE-----\nMIIF\n-----END CERTIFICATE-----\n', null],
  ['a text about keys', 'privateKey', 'It begins so:\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n', null],
  ['a token alone', 'gitCredentials', `https://ghp_${planted}k7Qm2xWn9Rt4@github.com\n`, 'secret'],
  ['a name alone', 'gitCredentials', 'https://deploy@github.com\n', null],
  [
    'a key that goes on beyond what is read',
    'privateKey',
    `${'# a comment\n'.repeat(300)}${pem(rsa, 'pkcs8')}`.slice(0, 4096),
    'secret',
  ],
  ['a key that ends early', 'privateKey', pem(rsa, 'pkcs8').slice(0, 400), null],
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
  ['a state of something', 'terraformState', state({ type: 'null_resource', attributes: { id: '8412' } }), 'no-secret'],
  [
    'names of secrets',
    'terraformState',
    state({ secret_id: 'shop-db', password_version: 'abcd12', token: 'arn:aws:x' }),
    'no-secret',
  ],
  ['a password', 'terraformState', state({ master_password: planted }), 'secret', /<redacted 24/],
  [
    'a random password',
    'terraformState',
    state({ type: 'random_password', attributes: { result: planted } }),
    'secret',
  ],
  ['a secret that is kept', 'terraformState', state({ secret_string: planted }), 'secret'],
  ['a private key', 'terraformState', state({ private_key_pem: pem(rsa, 'pkcs1') }), 'secret'],
  ['a live key', 'terraformState', state({ value: live }), 'secret'],
  [
    'a sensitive output',
    'terraformState',
    `${state({}).slice(0, -1)},"outputs":{"db":{"value":"${planted}","type":"string","sensitive":true}}}`,
    'secret',
  ],
  [
    'a plain output',
    'terraformState',
    `${state({}).slice(0, -1)},"outputs":{"db":{"value":"${planted}","type":"string"}}}`,
    'no-secret',
  ],
  [
    'a placeholder for the key of a cluster',
    'kubeConfig',
    'apiVersion: v1\nclusters:\nusers:\n- user:\n    client-key-data: BASE64_KEY\n',
    'no-secret',
  ],
  [
    'the key of a cluster',
    'kubeConfig',
    `apiVersion: v1\nclusters:\nusers:\n- user:\n    client-key-data: ${btoa(pem(rsa, 'pkcs1'))}\n`,
    'secret',
  ],
  [
    'a state of nothing',
    'terraformState',
    '{"version":4,"terraform_version":"1.9.0","serial":1,"resources":[]}',
    'no-secret',
  ],
  ['a live key in YAML', 'yamlConfig', `shop:\n  name: Shop\n  stripe: ${live}\n`, 'secret'],
  ...[
    `whsec_${planted}${planted}`,
    `hvs.${planted}`,
    `dp.pt.${planted}${planted.slice(0, 16)}`,
    `glsa_${planted}${planted.slice(0, 8)}_9f86d081`,
    `dapi${'9f86d081884c7d65'.repeat(2)}`,
    `pypi-AgEI${planted}${planted}${planted}`,
    `xai-${planted}${planted}${planted}${planted.slice(0, 8)}`,
    `${btoa('{"alg":"HS256"}')}.${btoa('{"iss":"supabase","role":"service_role"}')}.${planted}`.replaceAll('=', ''),
  ].map((value): Row => [
    `a key that begins with ${value.slice(0, 5)}`,
    'envFile',
    `APP=Shop\nNEXT_PUBLIC_X=${value}\n`,
    'key',
  ]),
  ['a key of documentation', 'envFile', 'APP=Shop\nHOOK=whsec_your_webhook_secret_goes_here\n', 'no-secret'],
  // JSON: comments, commas, names by path, pairs of name and value, connection strings
  ...[
    `{\n // c\n "Jwt": { "Key": "${planted}" },\n}`,
    `{"Jwt:Key":"${planted}"}`,
    `{"env":[{"name":"DB_PASSWORD","value":"${planted}"}]}`,
    `{"env":[{"Value":"${planted}","Name":"DB_PASSWORD"}]}`,
    `/* c */\n// d\n{"password":"${planted}"}`,
    `[{"password":"${planted}"}]`,
    `{"password":"${planted.slice(0, 6)}\\u0052${planted.slice(7)}"}`,
    `{"Default":"Server=db;Password=\\"${planted}\\";"}`,
    `{"Default":"Server=db;User Id=sa;Password=${planted}"}`,
    `{"Redis":"cache.lab:6380,password=${planted},ssl=True"}`,
    `{"a":{"password":"${planted}`,
  ].map((text): Row => [text.slice(0, 30), 'jsonConfig', text, 'secret']),
  ...[
    `{"a":"b" /* "password": "${planted}" */}`,
    `{"a":1, // "password":"${planted}"\n"b":2}`,
    `{"text":"Set \\"password\\": \\"${planted}\\" here"}`,
    '{"Jwt":{"Key":"ThisIsMySecretKeyForJwtTokens123!"}}',
    '{"env":[{"name":"DB_PASSWORD","value":"${DB_PASSWORD}"}]}',
    `{"env":[{"name":"DB_HOST","value":"${planted}"}]}`,
    '{"Default":"Server=db;User Id=sa;Password=Your_password123;"}',
    `{"cacheKey":"${planted}","primaryKey":"${planted}","KeyVault":{"SecretName":"${planted}"}}`,
  ].map((text): Row => [text.slice(0, 30), 'jsonConfig', text, null]),
  ['zeros', 'webConfig', `<configuration><machineKey validationKey="${'0'.repeat(40)}"/></configuration>`, 'no-secret'],
  ['a weak password', 'npmrc', `//npm.lab/:_password=${btoa('password123')}\n`, null],
  ['a weak password', 'netrc', 'machine a.lab login root password admin123\n', null],
  ['the name again', 'gitConfig', `${core}[remote "origin"]\n\turl = https://deploy:deploy@git.lab/a.git\n`, 'content'],
  // YAML: scalars, blocks, anchors, pairs, variables
  ...[
    `password: '${planted}'`,
    `password: |\n    ${planted}`,
    `password: >-\n    ${planted}`,
    `password:\n    "${planted}"`,
    `password: # from vault\n    ${planted}`,
    `db: &pw ${planted}\n  password: *pw`,
    `password: !!str ${planted}`,
    `"db-password": ${planted}`,
    `env:\n    - "DB_PASSWORD=${planted}"`,
    `env:\n    - name: DB_PASSWORD\n      value: ${planted}`,
    `env: [{name: DB_PASSWORD, value: ${planted}}]`,
    `jwt:\n    key: ${planted}`,
  ].map((text): Row => [text, 'yamlConfig', `spring:\n  name: x\n  ${text}\n`, 'secret', /redacted 24/]),
  ...[
    `password: # ${planted}`,
    `password: !vault |\n    $ANSIBLE_VAULT;1.1;AES256\n    ${'9f86d081884c7d65'.repeat(4)}`,
    "password: !Sub '${DbPassword}'",
    'password: ${{ secrets.DB_PASSWORD }}',
    'password: {{ .Values.password }}',
    'password: |\n    changeme',
    'password:\n    changeme',
    'password: *nowhere',
    `env:\n    - name: DB_PASSWORD\n      valueFrom:\n        secretKeyRef: {name: ${planted}, key: password}`,
    `env:\n    - name: DB_HOST\n      value: ${planted}`,
    'key: secretKeyRef',
    'env:\n    - DB_PASSWORD=${DB_PASSWORD}',
    `cache:\n    key: ${planted}`,
  ].map((text): Row => [text, 'yamlConfig', `spring:\n  name: x\n  ${text}\n`, 'no-secret']),
  ...[`POSTGRES_PASSWORD: ${planted}`, `- POSTGRES_PASSWORD=${planted}`].map((line): Row => [
    line,
    'composeFile',
    `services:\n  db:\n    image: postgres:16\n    environment:\n      ${line}\n`,
    'secret',
  ]),
  ...['POSTGRES_PASSWORD: example', '- MYSQL_ROOT_PASSWORD=${X:-root}'].map((line): Row => [
    line,
    'composeFile',
    `services:\n  db:\n    image: postgres:16\n    environment:\n      ${line}\n`,
    'content',
  ]),
  // Python: strings of every kind, look-ups and their defaults
  ...[
    `SECRET_KEY: str = "${planted}"`,
    `SECRET_KEY = b'${planted}'`,
    `SECRET_KEY = """${planted}"""`,
    `SECRET_KEY = ('${planted.slice(0, 12)}'\n    '${planted.slice(12)}')`,
    `SECRET_KEY = os.environ.get('SECRET_KEY', '${planted}')`,
    `SECRET_KEY = os.environ.get('SECRET_KEY') or '${planted}'`,
    `SECRET_KEY = config('SECRET_KEY', cast=str, default='${planted}')`,
    `SECRET_KEY = env.str("SECRET_KEY", "${planted}")`,
    `DATABASES = {'default': {'USER': 'a', 'PASSWORD': '${planted}'}}`,
    `DB = dict(user='a', password='${planted}')`,
    `A = 1; SECRET_KEY = '${planted}'`,
    `app.config['SECRET_KEY'] = '${planted}'`,
    `app.secret_key = '${planted}'`,
    `URI = os.environ.get('DATABASE_URL', 'postgresql://shop:${planted}@db/x')`,
    `SECRET_KEY = 'django-insecure-${planted}'`,
    `NOTE = 'a # b'; SECRET_KEY = '${planted}' # c`,
  ].map((line): Row => [line, 'pythonConfig', `import os\nDEBUG = False\n${line}\n`, 'secret']),
  ...[
    `SECRET_KEY = os.environ.get('SECRET_KEY', 'django-insecure-${planted}')`,
    `SECRET_KEY = config('SECRET_KEY', default='django-insecure-${planted}')`,
    "SECRET_KEY = env('SECRET_KEY')",
    "SECRET_KEY = os.environ.get('SECRET_KEY', 'changeme')",
    `# SECRET_KEY = '${planted}'`,
    `x = 1  # password = '${planted}'`,
    'SECRET_KEY = f"{first}-9x8k7Qm2xWn9"',
    `"""\nSECRET_KEY = '${planted}'\n"""`,
    `def f():\n    '''\n    password = "${planted}"\n    '''`,
    `if password == '${planted}': pass`,
    "DATABASES = {'default': {'PASSWORD': os.environ.get('DB_PASSWORD', 'postgres')}}",
  ].map((line): Row => [line, 'pythonConfig', `import os\nDEBUG = False\n${line}\n`, 'no-secret']),
  ['no import', 'pythonConfig', `DEBUG = False\nSECRET_KEY = '${planted}'\n`, 'secret'],
  // PHP: escapes, heredocs, the environment; algorithms, routes, dates, translations
  ...[
    `$password = 'it\\'s${planted}';`,
    `$password = <<<EOT\n${planted}\nEOT;`,
    `putenv('DB_PASSWORD=${planted}');`,
    `$config['db']['password'] = '${planted}';`,
  ].map((line): Row => [line, 'phpConfig', `<?php\n${line}\n`, 'secret']),
  ...(
    'aes-256-cbc|AES-256-GCM|aes128|sha512|sha3-256|md5|ripemd160|blowfish|chacha20-poly1305|HS256|RS512|argon2id|bcrypt|' +
    'pbkdf2_sha256|PASSWORD_BCRYPT|remember_token|current_password|password_resets|login[password]|loginPassword|resetPasswordAction|' +
    'laravel_session|users.update|info@example.com|fa fa-lock|Y-m-d H:i:s|2024-01-01|passwort vergessen?|Passwort vergessen|' +
    'Mot de passe oubli\u00c3\u00a9 ?|mot de passe oubli\u00c3\u00a9|contrasena olvidada|esqueci minha senha|wachtwoord vergeten|' +
    'password dimenticata|zapomniane haslo|Your password must be at least 8 characters|Authorization|X-Api-Key|col-md-6'
  )
    .split('|')
    .map((value): Row => [
      `the code or text ${value}`,
      'phpConfig',
      `<?php return ['password' => '${value}'];\n`,
      'no-secret',
    ]),
  ...['blue.tiger7', 'correct horse battery staple', 'desert-9', 'info9@kx2', 'a-kx-9'].map((value): Row => [
    `the password ${value}`,
    'phpConfig',
    `<?php return ['password' => '${value}'];\n`,
    'secret',
  ]),
  // Names of users as passwords, encoded words, lists
  ['the name of the user again', 'envFile', 'DB_USERNAME=shop\nDB_PASSWORD=shop\n', 'no-secret'],
  [
    'the name of the application',
    'yamlConfig',
    'server:\n  db:\n    username: Acorn\n    password: acorn\n',
    'no-secret',
  ],
  ['a word in base64', 'yamlConfig', `server:\n  data:\n    password: ${btoa('changeme')}\n`, 'no-secret'],
  ['a password in base64', 'yamlConfig', `server:\n  data:\n    password: ${btoa(planted)}\n`, 'secret'],
  ['a map in a list', 'yamlConfig', `server:\n  users:\n    - {name: a, password: ${planted}}\n`, 'secret'],
  ['a list of passwords', 'yamlConfig', `server:\n  password:\n    - ${planted}\n`, 'secret'],
  ['a value of its own object', 'jsonConfig', `{"jwt":{"secret":{"value":"${planted}"}}}`, 'secret'],
  ['a key in a heredoc', 'phpConfig', `<?php\n$private_key = <<<EOT\n${pem(ec, 'pkcs8')}EOT;\n`, 'secret'],
  [
    'two slashes in a heredoc',
    'phpConfig',
    `<?php\n$api_key = <<<EOT\n${planted}//${planted}\nEOT;\n`,
    'secret',
    /redacted 50/,
  ],
  ['a password with signs', 'envFile', `APP=Shop\nDB_PASSWORD="${planted}<?&x"\n`, 'secret', /redacted 28/],
  // Comments behind values
  ['a comment in place of a value', 'envFile', 'APP=Shop\nDB_PASSWORD= # set before deploy\n', 'no-secret'],
  ['a comment behind a placeholder', 'envFile', 'APP=Shop\nAPI_TOKEN=<token> # from vault\n', 'no-secret'],
  ['a comment behind a quoted placeholder', 'envFile', 'APP=Shop\nAPI_TOKEN="changeme" # "later"\n', 'no-secret'],
  ['a comment behind a secret', 'envFile', `APP=Shop\nAPI_TOKEN=${planted} # from vault\n`, 'secret', /redacted 24/],
  ['a hash in a quoted value', 'envFile', `APP=Shop\nAPI_TOKEN="${planted} #7"\n`, 'secret', /redacted 27/],
  ['a hash in a value', 'envFile', `APP=Shop\nAPI_TOKEN=${planted}#7\n`, 'secret', /redacted 26/],
  ['a comment in place of a value', 'yamlConfig', 'spring:\n  name: x\n  password: # from vault\n', 'no-secret'],
  ['a variable', 'npmrc', '//registry.npmjs.org/:_authToken=NPM_TOKEN\n', null],
  ['an alias and tags', 'yamlConfig', 'server:\n  password: *db\n  secret: !Ref Kx9w\n  token: *id001\n', 'no-secret'],
  ['an anchor', 'yamlConfig', `server:\n  port: 80\n  password: &db ${planted}\n`, 'secret', /redacted 24/],
  ['a log-in of a template', 'npmrc', `//npm.lab/:_auth=${btoa('username:password')}\n`, null],
  ['a log-in', 'npmrc', `//npm.lab/:_auth=${btoa(`ci:${planted}`)}\n`, 'secret'],
  ['a password of a template', 'npmrc', `//npm.lab/:_password=${btoa('changeme')}\n`, null],
  ['a password', 'npmrc', `//npm.lab/:_password=${btoa(planted)}\n`, 'secret'],
  ['anybody', 'netrc', 'machine ftp.lab login anonymous password anonymous@\n', null],
  [
    'anybody, and somebody',
    'netrc',
    `machine ftp.lab login anonymous password me@\nmachine b.lab login shop password ${planted}\n`,
    'secret',
  ],
  ['anybody', 'gitConfig', `${core}[remote "origin"]\n\turl = https://anonymous:anonymous@git.lab/a.git\n`, 'content'],
  ['a command', 'envFile', 'A=1\nDB_PASSWORD=`cat /run/secrets/db`\n', 'no-secret'],
  ['the name of a secret', 'yamlConfig', 'server:\n  port: 80\n  secret: shop-tls\n', 'no-secret'],
  // Labels, rules and names of code
  ['translations', 'yamlConfig', 'de:\n  name: Name\n  password: Kennwort\n  reset.password: Set a new one\n', null],
  ['translations into Russian', 'yamlConfig', 'ru:\n  name: x\n  password: \u00d0\u009f\u00d0\u00b0\n', null],
  ['a password beside sentences', 'yamlConfig', `de:\n  a.password: Set a new one\n  password: ${planted}\n`, 'secret'],
  ['translations', 'jsonConfig', '{"forgot.password":"Passwort vergessen?","token":"The token has expired"}', null],
  ['rules', 'phpConfig', "<?php\nreturn ['password' => 'required|min:8', 'secret' => 'hashed'];\n", 'no-secret'],
  ['texts', 'phpConfig', "<?php\n$lang['token'] = 'The token has expired';\n", 'no-secret'],
  [
    'comments',
    'phpConfig',
    `<?php\n// define('DB_PASSWORD','${planted}');\n/*\ndefine('A_TOKEN','${planted}');\n*/\n# $password = '${planted}';\n`,
    'no-secret',
  ],
  ['signs of a comment in a value', 'phpConfig', `<?php\ndefine('DB_PASSWORD', '/*${planted}, // #');\n`, 'secret'],
  [
    'a value behind comments',
    'phpConfig',
    `<?php\n/* The database */\n# its password\ndefine('DB_PASSWORD', '${planted}'); // own\n`,
    'secret',
  ],
  ...[
    '/^[a-z0-9]{8,}$/',
    'password.reset',
    'auth.password.reset',
    'form-control',
    'form-control input-lg',
    'X-CSRF-TOKEN',
    'csrf-token',
    'api_key_field',
    '<input type="password">',
    'SELECT password FROM users WHERE id = ?',
    'sqlpassword',
  ].map((value): Row => [`the code ${value}`, 'phpConfig', `<?php\n$token = '${value}';\n`, 'no-secret']),
  ...['/Zk8q/9x', '<Kx9!r7>', 'SELECT99', 'form4tion-7'].map((value): Row => [
    `the password ${value}`,
    'phpConfig',
    `<?php\n$password = '${value}';\n`,
    'secret',
  ]),
  ...['Geheimnis', 'Azonos\u00c3\u00adt\u00c3\u00b3', 'is too short', 'must match', 'Cl\u00c3\u00a9'].map(
    (value): Row => [`the label ${value}`, 'jsonConfig', `{"secret":"${value}"}`, null],
  ),
  ...[
    `return ['host'=>'db','user'=>'shop','password'=>'${planted}'];`,
    `return array('password'=>'${planted}');`,
    `return array('user' => 'shop', 'password' => '${planted}');`,
    `$wgDBpassword = "${planted}";`,
    `$db = pg_connect("host=db user=shop password=${planted}");`,
    `$db = new PDO('pgsql:host=db;user=shop;password=${planted}');`,
    `$settings['hash_salt'] = '${planted}';`,
  ].map((line): Row => [`the line ${line.slice(0, 30)}`, 'phpConfig', `<?php\n${line}\n`, 'secret']),
  ...['$db = pg_connect("host=db user=shop password=$secret");', "f($a, 'password', 'user');"].map((line): Row => [
    `the line ${line}`,
    'phpConfig',
    `<?php\n${line}\n`,
    'no-secret',
  ]),
  ['a map on one line', 'yamlConfig', `server:\n  port: 80\n  db: {username: a, password: ${planted}}\n`, 'secret'],
  [
    'a map of a template',
    'yamlConfig',
    'server:\n  port: 80\n  db: {username: a, password: "${DB_PASSWORD}"}\n',
    'no-secret',
  ],
  ['a class', 'phpConfig', "<?php\nreturn ['token' => 'App\\Models\\Token'];\n", 'no-secret'],
  [
    'a module',
    'pythonConfig',
    "import os\nDEBUG = False\nAUTH_PASSWORD='django.contrib.auth.password_validation'\n",
    'no-secret',
  ],
  [
    'a comment',
    'webConfig',
    `<?xml version="1.0"?>\n<configuration><!-- <add key="ApiToken" value="${planted}"/> --></configuration>`,
    'no-secret',
  ],
  [
    'a sample in French',
    'phpConfig',
    "<?php\ndefine('DB_PASSWORD', 'votre_mdp_de_bdd');\ndefine('AUTH_KEY', 'mettez ici votre phrase unique');\n",
    'no-secret',
  ],
  [
    'a sample in Spanish',
    'phpConfig',
    "<?php\ndefine('AUTH_KEY', 'pon aqu\u00c3\u00ad tu frase aleatoria');\n",
    'no-secret',
  ],
  // Keys
  ['an encrypted key', 'privateKey', pem(rsa, 'pkcs8', true), 'no-secret'],
  ['a key that headers say is encrypted', 'privateKey', pem(rsa, 'pkcs1', true), 'no-secret'],
  ['OpenSSH', 'privateKey', openSsh('none'), 'secret'],
  ['OpenSSH, encrypted', 'privateKey', openSsh('aes256-ctr'), 'no-secret'],
  [
    'words in place of a key',
    'privateKey',
    '-----BEGIN PRIVATE KEY-----\nYOURPRIVATEKEYGOESHERE\n-----END PRIVATE KEY-----\n',
    null,
  ],
  [
    'a beginning alone',
    'privateKey',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END PRIVATE KEY-----\n',
    null,
  ],
  ['a comment first', 'privateKey', `# shop.lab, 2026\n${pem(ec, 'pkcs8')}`, 'secret'],
  // Archives
  ['PuTTY', 'privateKey', putty('none', 1), 'secret'],
  ['PuTTY, encrypted', 'privateKey', putty('aes256-cbc', 1), 'no-secret'],
  ['rows that replace others', 'databaseDump', "REPLACE INTO `users` VALUES (1,'a');\n", 'content'],
  ['rows that may be there', 'databaseDump', "INSERT IGNORE INTO users (id,name) VALUES (1,'a');\n", 'content'],
  [
    'extensions and types first',
    'databaseDump',
    'CREATE EXTENSION IF NOT EXISTS "uuid-ossp";\nCREATE TYPE mood AS ENUM (\'a\');\nCREATE TABLE users (id int);\n',
    'content',
  ],
  ['Zstandard', 'archive', '\u0028\u00b5\u002f\u00fd'.padEnd(2_000, '\u0001'), 'content', /Zstandard/],
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

test('an archive is one whatever type it is sent with, and a page that begins like one is none', () => {
  const headers = [['Content-Type', 'text/html']] as const;
  const typed = (text: string) =>
    matchFile('archive', { status: 200, headers, text: text.padEnd(2_000, 'x'), length: null });
  assert.match(typed('PK\u0003\u0004\u0014\0')?.proof[0] ?? '', /ZIP/);
  assert.equal(typed('BZh is how this page begins'), null);
});
