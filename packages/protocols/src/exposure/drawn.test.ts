import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRuns, fc } from '../testing/random.ts';
import { type FileKind, matchFile } from './validators.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const alphabets = ['0123456789abcdef', `${letters}0123456789`, `${letters}0123456789+/`, `${letters}0123456789-_`];

/** Random strings: hexadecimal digits, letters and digits, base64. */
const drawn = fc
  .constantFrom(...alphabets)
  .chain((alphabet) => fc.array(fc.constantFrom(...alphabet), { minLength: 20, maxLength: 44 }))
  .map((signs) => signs.join(''));

/** Strings that are not random: words with numbers and signs, references and placeholders. */
const notDrawn = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        ...'password secret admin root user guest test demo dev local staging new old current login sample changeme p4ssw0rd qwerty'.split(
          ' ',
        ),
      ),
      fc.constantFrom('', '-', '_', '@'),
      fc.constantFrom('', '1', '123', '1234', '2024', 'password', 'secret', 'key'),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '${DB_PASSWORD}',
    '<password>',
    'xxxxxxxx',
    '********',
    '1q2w3e4r',
    'abcabcabc',
    '0'.repeat(32),
    '2024-01-01',
    '%s',
  ),
);

const names = fc.constantFrom(
  'DB_PASSWORD',
  'db_password',
  'dbPassword',
  'JWT_SECRET',
  'apiKey',
  'client_secret',
  'AUTH_TOKEN',
);

type Form = readonly [what: string, kind: FileKind, text: (name: string, value: string) => string];

const forms: readonly Form[] = [
  ['dotenv', 'envFile', (name, value) => `APP=Shop\n${name}="${value}"\n`],
  [
    'dotenv, an address',
    'envFile',
    (_, value) => `A=1\nURL=postgresql://shop:${encodeURIComponent(value)}@db.example.com/x\n`,
  ],
  ['PHP, a constant', 'phpConfig', (name, value) => `<?php\ndefine('${name}', '${value}');\n`],
  ['PHP, a member', 'phpConfig', (name, value) => `<?php\nreturn ['a' => ['${name}' => '${value}']];\n`],
  ['PHP, a default', 'phpConfig', (name, value) => `<?php\n$a = getenv('${name}') ?: '${value}';\n`],
  ['YAML', 'yamlConfig', (name, value) => `a:\n  port: 1\n  ${name}: "${value}"\n`],
  ['YAML, a block', 'yamlConfig', (name, value) => `a:\n  port: 1\n  ${name}: |\n    ${value}\n`],
  ['YAML, a map on one line', 'yamlConfig', (name, value) => `a:\n  b: { port: 1, ${name}: "${value}" }\n`],
  ['YAML, a pair', 'yamlConfig', (name, value) => `env:\n  - name: ${name}\n    value: '${value}'\n`],
  [
    'Compose',
    'composeFile',
    (name, value) => `services:\n  db:\n    image: a\n    environment:\n      - "${name}=${value}"\n`,
  ],
  ['Python', 'pythonConfig', (name, value) => `import os\n${name} = '${value}'\n`],
  ['Python, a member', 'pythonConfig', (name, value) => `import os\nD = {'a': {'${name}': '${value}'}}\n`],
  ['Python, a default', 'pythonConfig', (name, value) => `import os\nX = os.environ.get('${name}', '${value}')\n`],
  ['JSON', 'jsonConfig', (name, value) => `{ // a\n "a": [{ "${name}": "${value}", }] }`],
  ['JSON, a pair', 'jsonConfig', (name, value) => `{"env":[{"name":"${name}","value":"${value}"}]}`],
  ['JSON, a connection', 'jsonConfig', (_, value) => `{"a":{"Default":"Server=db;User Id=a;Password=${value};"}}`],
  [
    'XML',
    'webConfig',
    (name, value) => `<configuration><add key="${name}" value="${value.replaceAll('<', '&lt;')}"/></configuration>`,
  ],
  ['npm', 'npmrc', (_, value) => `//npm.lab/:_authToken=${value}\n`],
  [
    'Git',
    'gitConfig',
    (_, value) => `[core]\n\tbare = false\n[remote "a"]\n\turl = https://a:${encodeURIComponent(value)}@git.lab/\n`,
  ],
];

const isLeak = ([, kind, text]: Form, name: string, value: string): boolean =>
  ['secret', 'key', 'userinfo'].includes(
    matchFile(kind, { status: 200, headers: [], text: text(name, value), length: null })?.mark ?? '',
  );

// The seed is fixed: of a hundred thousand values that are drawn, one or two look like something else.
const run = { seed: 28, numRuns: dayRuns(30) };

for (const form of forms) {
  test(`${form[0]}: what was drawn is found`, () =>
    fc.assert(
      fc.property(names, drawn, (name, value) => assert.ok(isLeak(form, name, value))),
      run,
    ));
  test(`${form[0]}: what nobody drew is not`, () =>
    fc.assert(
      fc.property(names, notDrawn, (name, value) => assert.ok(!isLeak(form, name, value))),
      run,
    ));
}
