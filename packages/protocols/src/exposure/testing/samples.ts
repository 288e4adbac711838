import type { FileKind } from '../validators.ts';

/** A file as a server would give it away, and one of the same name that gives nothing away. */
export interface FileSample {
  type: string;
  leaky: (secret: string) => string;
  harmless: string;
  /** Of the leaky file; 200 where left out. */
  status?: number;
  headers?: readonly (readonly [string, string])[];
}

const plain = 'text/plain';
const html = 'text/html';
const json = 'application/json';
const binary = 'application/octet-stream';
const page = (title: string, body: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const harmlessPage = page('Nothing here', '<p>This page was moved.</p>');
const filler = 'x'.repeat(1200);

/** A key by RFC 5915 whose octets are the secret, read as base64, and more. */
function keyOf(secret: string): string {
  const digits = `${secret.replaceAll(/[^A-Za-z0-9+/]/g, 'q')}${'w3Zk7QpLm2Xv'.repeat(8)}`.slice(0, 96);
  // A sequence of 79 octets: the version, and a string of 74, of which two octets stand before the secret.
  const head = btoa('\u0030\u004f\u0002\u0001\u0001\u0004\u004a\u0007\u0008');
  return `-----BEGIN EC PRIVATE KEY-----\n${head}${digits}\n-----END EC PRIVATE KEY-----\n`;
}

const jsonFile = (leaky: (secret: string) => unknown, harmless: unknown = { ok: true }): FileSample => ({
  type: json,
  leaky: (secret) => JSON.stringify(leaky(secret), null, 2),
  harmless: JSON.stringify(harmless),
});
const text = (leaky: (secret: string) => string, harmless: string): FileSample => ({ type: plain, leaky, harmless });
const shown = (title: string, body: string): FileSample => ({
  type: html,
  leaky: (secret) => page(title, `${body}<p>${secret}</p>`),
  harmless: harmlessPage,
});

/** One sample for each kind of file. */
export const fileSamples: Readonly<Record<FileKind, FileSample>> = {
  envFile: text(
    (secret) => `APP_NAME=Shop\nAPP_ENV=production\nDB_PASSWORD=${secret}\nMAIL_PASSWORD="${secret}"\n`,
    'Put your settings into the file .env of your own copy.\n',
  ),
  awsCredentials: text(
    (secret) => `[default]\naws_access_key_id = AKIA${secret.slice(0, 16)}\naws_secret_access_key = ${secret}\n`,
    '[default]\naws_access_key_id = <your key>\naws_secret_access_key = ${AWS_SECRET}\n',
  ),
  npmrc: text(
    (secret) => `registry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken=${secret}\n`,
    '//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n',
  ),
  dockerConfig: jsonFile((secret) => ({ auths: { 'registry.lab': { auth: secret } } }), {
    auths: { 'registry.lab': {} },
    credsStore: 'desktop',
  }),
  authJson: jsonFile((secret) => ({ 'http-basic': { 'repo.lab': { username: 'build', password: secret } } }), {
    'http-basic': {},
  }),
  serviceAccount: jsonFile((secret) => ({
    type: 'service_account',
    private_key: keyOf(secret),
  })),
  gitCredentials: text((secret) => `https://deploy:${secret}@git.lab\n`, 'https://deploy@git.lab\n'),
  netrc: text((secret) => `machine ftp.lab login deploy password ${secret}\n`, 'machine ftp.lab login deploy\n'),
  privateKey: text(
    keyOf,
    '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----\n',
  ),
  phpConfig: text(
    (secret) => `<?php\ndefine('DB_NAME', 'shop');\ndefine('DB_PASSWORD', '${secret}');\n`,
    'This file is run, and not shown.\n',
  ),
  webConfig: {
    type: 'text/xml',
    leaky: (secret) =>
      `<?xml version="1.0"?>\n<configuration><connectionStrings><add name="shop" connectionString="Server=db;User Id=shop;Password=${secret};"/></connectionStrings></configuration>\n`,
    harmless: '<?xml version="1.0"?>\n<error>This type of page is not served.</error>\n',
  },
  jsonConfig: jsonFile((secret) => ({ ConnectionStrings: { shop: `Server=db;User Id=shop;Password=${secret};` } }), {
    Logging: { LogLevel: { Default: 'Warning' } },
  }),
  yamlConfig: text(
    (secret) => `spring:\n  datasource:\n    username: shop\n    password: ${secret}\n`,
    'title: Shop\nlanguage: en\n',
  ),
  pythonConfig: text((secret) => `import os\n\nSECRET_KEY = '${secret}'\nDEBUG = False\n`, 'import this\n'),
  gitHead: text(() => 'ref: refs/heads/main\n', 'not a repository\n'),
  gitConfig: text(
    (secret) =>
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote "origin"]\n\turl = https://deploy:${secret}@git.lab/shop.git\n`,
    '[core]\n\teditor = vi\n',
  ),
  gitIndex: { type: binary, leaky: (secret) => `DIRC\0\0\0\u0002\0\0\0\u0001${secret}`, harmless: 'DIRECTORY' },
  sqliteFile: { type: binary, leaky: (secret) => `SQLite format 3\0${secret}`, harmless: 'SQLite' },
  hgRequires: text(() => 'dotencode\nfncache\ngeneraldelta\nrevlogv1\nstore\n', 'python\n'),
  cvsRoot: text((secret) => `:pserver:${secret}@cvs.lab:/cvs\n`, 'none\n'),
  bzrFormat: text(() => 'Bazaar-NG meta directory, format 1\n', 'none\n'),
  databaseDump: text(
    (secret) =>
      `-- MySQL dump 10.19  Distrib 10.11.4-MariaDB\n--\n-- Host: localhost\nINSERT INTO users VALUES ('${secret}');\n`,
    'No dump is kept here.\n',
  ),
  archive: { type: 'application/zip', leaky: (secret) => `PK\u0003\u0004${secret}${filler}`, harmless: harmlessPage },
  laravelLog: text(
    (secret) =>
      `[2026-11-01 10:00:00] production.ERROR: login failed ${secret}\n[2026-11-01 10:00:01] production.INFO: again ${secret}\n`,
    'Logs are kept elsewhere.\n',
  ),
  phpLog: text(
    (secret) =>
      `[01-Nov-2026 10:00:00 UTC] PHP Warning:  ${secret} in /srv/a.php\n[01-Nov-2026 10:00:01 UTC] PHP Notice:  ${secret}\n`,
    'Logs are kept elsewhere.\n',
  ),
  serverLog: text(
    (secret) =>
      `203.0.113.9 - - [01/Nov/2026:10:00:00 +0000] "GET /?t=${secret} HTTP/1.1" 200 5\n203.0.113.9 - - [01/Nov/2026:10:00:01 +0000] "GET / HTTP/1.1" 200 5\n`,
    'Logs are kept elsewhere.\n',
  ),
  elmah: shown('Error log for /LM/W3SVC/2/ROOT', '<a href="elmah.axd/detail">ELMAH</a>'),
  aspTrace: shown('Trace', '<h1>Application Trace</h1><a href="Trace.axd?id=0">View</a>'),
  composerLock: jsonFile((secret) => ({ 'content-hash': secret, packages: [{ name: 'a/b' }] })),
  packageLock: jsonFile((secret) => ({ lockfileVersion: 3, packages: { '': { name: secret } } })),
  packageJson: jsonFile((secret) => ({ name: secret, scripts: {} })),
  yarnLock: text((secret) => `# yarn lockfile v1\n\n${secret}@^1.0.0:\n`, 'none\n'),
  gemfileLock: text((secret) => `GEM\n  remote: https://rubygems.org/\n  specs:\n    ${secret} (1.0)\n`, 'none\n'),
  goMod: text((secret) => `module shop.lab/${secret}\n\ngo 1.22\n`, 'none\n'),
  pipLock: text((secret) => `# ${secret}\ndjango==4.2.1\nrequests==2.31.0\n`, 'none\n'),
  dsStore: { type: binary, leaky: (secret) => `\0\0\0\u0001Bud1\0\0${secret}`, harmless: 'Bud1' },
  ideaWorkspace: {
    type: 'text/xml',
    leaky: (secret) => `<?xml version="1.0" encoding="UTF-8"?>\n<project version="4"><c name="${secret}"/></project>\n`,
    harmless: '<?xml version="1.0"?><a/>',
  },
  terraformState: jsonFile((secret) => ({
    version: 4,
    terraform_version: '1.9.0',
    serial: 3,
    lineage: secret,
    resources: [{ type: 'aws_db_instance', instances: [{ attributes: { password: secret } }] }],
  })),
  kubeConfig: text(
    (secret) =>
      `apiVersion: v1\nkind: Config\nclusters:\n- name: lab\nusers:\n- name: a\n  user:\n    token: ${secret}\n`,
    'apiVersion: v1\nkind: ConfigMap\n',
  ),
  gitlabCi: text((secret) => `stages:\n  - build\nbuild:\n  script:\n    - echo ${secret}\n`, 'none\n'),
  jenkinsfile: text(
    (secret) => `pipeline {\n  agent any\n  stages { stage('${secret}') { steps { sh 'make' } } }\n}\n`,
    'none\n',
  ),
  dockerfile: text((secret) => `FROM debian:12\nENV A=${secret}\nRUN apt-get update\n`, 'none\n'),
  composeFile: text((secret) => `services:\n  web:\n    image: ${secret}\n`, 'none\n'),
  agentSettings: jsonFile((secret) => ({ permissions: { allow: [secret] } })),
  agentNotes: text((secret) => `# CLAUDE.md\n\nNotes for agents in this repository: ${secret}\n`, 'none\n'),
  phpinfo: shown('PHP 8.2.7 - phpinfo()', '<table><tr><td class="e">System</td></tr></table>'),
  apacheStatus: shown('Apache Status', '<dl><dt>Server Version: Apache/2.4.57</dt><dt>Server uptime: 1 day</dt></dl>'),
  haproxyStats: shown(
    'Statistics Report for HAProxy',
    '<h1>HAProxy version 2.6.12</h1><h2>Statistics Report for pid 1614</h2>',
  ),
  nginxStatus: text(
    () => 'Active connections: 3 \nserver accepts handled requests\n 10 10 30 \nReading: 0 Writing: 1 Waiting: 2 \n',
    'ok\n',
  ),
  prometheus: text(
    (secret) => ['a', 'b', 'c'].map((name) => `# HELP ${name} ${secret}\n# TYPE ${name} counter\n${name} 1\n`).join(''),
    'ok 1\n',
  ),
  goProfiles: shown('/debug/pprof/', '<a href="goroutine?debug=1">goroutine</a><a href="heap?debug=1">heap</a>'),
  goVariables: jsonFile((secret) => ({ cmdline: [secret], memstats: { Alloc: 1 } })),
  symfonyProfiler: shown('Symfony Profiler', '<a href="/_profiler/1a2b3c">token</a>'),
  ignition: jsonFile(() => ({ can_execute_commands: true })),
  actuator: jsonFile(
    () => ({
      _links: { self: { href: '/actuator' }, env: { href: '/actuator/env' }, heapdump: { href: '/actuator/heapdump' } },
    }),
    { _links: { self: { href: '/actuator' }, health: { href: '/actuator/health' } } },
  ),
  directoryList: {
    type: html,
    leaky: (secret) =>
      page(
        'Index of /uploads/',
        `<h1>Index of /uploads/</h1><pre><a href="../">../</a>\n<a href="${secret}">${secret}</a></pre>`,
      ),
    harmless: page('Index of everything', '<p>Our index of topics.</p>'),
  },
  apiDescription: jsonFile((secret) => ({ openapi: '3.1.0', info: { title: secret }, paths: {} })),
  wordpressUsers: jsonFile(() => [{ id: 1 }, { id: 2 }], { code: 'rest_user_cannot_view' }),
  graphqlSchema: jsonFile(() => ({ data: { __schema: { queryType: { name: 'Query' } } } }), {
    errors: [{ message: 'GraphQL introspection is not allowed' }],
  }),
  modelList: jsonFile((secret) => ({ object: 'list', data: [{ id: secret, object: 'model', owned_by: 'vllm' }] }), {
    error: { message: 'Incorrect API key provided' },
  }),
  ollamaModels: jsonFile((secret) => ({ models: [{ name: secret, digest: 'a80c4f17acd55265feec403c7aef86be' }] }), {
    models: [],
  }),
  openWebUi: jsonFile((secret) => ({ name: 'Open WebUI', version: secret, features: { auth: false } }), {
    name: 'Open WebUI',
    features: { auth: true },
  }),
  mcpEvents: {
    type: 'text/event-stream',
    leaky: (secret) => `event: endpoint\ndata: /messages/?session_id=${secret}\n\n`,
    harmless: 'event: ping\ndata: 1\n\n',
  },
  robotsText: text((secret) => `User-agent: *\nDisallow: /${secret}\n`, 'Crawlers are welcome\n'),
  agentCard: jsonFile((secret) => ({ name: secret, capabilities: {}, skills: [{ id: secret }] }), { name: 'Shop' }),
  errorTrace: {
    type: html,
    leaky: (secret) =>
      page('500', `<pre>java.lang.IllegalStateException: ${secret}\n\tat lab.shop.Cart.open(Cart.java:42)\n</pre>`),
    harmless: page('Error', '<p>Something went wrong. Our team was told.</p>'),
    status: 500,
  },
  xmlRpc: {
    type: plain,
    leaky: () => 'XML-RPC server accepts POST requests only.',
    harmless: 'XML-RPC services are disabled on this site.',
    status: 405,
  },
  openIdConfiguration: jsonFile(
    (secret) => ({ issuer: 'https://login.lab', authorization_endpoint: `https://login.lab/${secret}` }),
    { issuer: 'nobody' },
  ),
  sitemap: {
    type: 'application/xml',
    leaky: (secret) => `<?xml version="1.0"?><urlset xmlns="x"><url><loc>https://x.lab/${secret}</loc></url></urlset>`,
    harmless: '<?xml version="1.0"?><rss></rss>',
  },
  llmsText: text((secret) => `# Shop\n\n> ${secret}\n`, 'Shop\n'),
  changePassword: {
    type: plain,
    leaky: () => 'Moved',
    harmless: 'Change your password in the settings.',
    status: 302,
    headers: [['Location', '/account/password']],
  },
  wordpressLogin: shown('Log In', '<form><input name="log"><input name="pwd" type="password"></form>'),
  phpMyAdmin: shown('phpMyAdmin', '<form><input name="pma_username" id="input_username"></form>'),
  adminer: shown('Login - Adminer', '<form><select name="auth[driver]"></select></form>'),
  tomcatManager: {
    type: html,
    leaky: () => page('401 Unauthorized', '<p>manager</p>'),
    harmless: harmlessPage,
    status: 401,
    headers: [['WWW-Authenticate', 'Basic realm="Tomcat Manager Application"']],
  },
};
