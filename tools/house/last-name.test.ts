import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilLastName } from './last-name.ts';

const rest = '\nconst rest = 1;\n';

test('a text is kept up to the end of the line that names its last module, however it is named', () => {
  for (const text of [
    "import { a } from './a.ts';",
    "import './a.ts';",
    "import rows from './rows.json' with { type: 'json' };",
    "import {\n  a,\n  b,\n} from './a.ts';",
    "export * from './a.ts';",
    "export type { A } from\n  './a.ts';",
    "import a = require('./a.cjs');",
    "import { a } from './a.ts';\nexport const later = async () => import('node:https');",
    "const a = {\n  b: () => import(\n    './b.ts'\n  ),",
    "type A = typeof import('./a.ts');",
    'const text = `${await import(`./a.ts`)}`;',
    '/// <reference types="node" />',
  ])
    assert.equal(untilLastName(text + rest).trimEnd(), text.replace(/\n {2}\),$/u, ''), text);
});

test('a text without such a name is not read, and one whose last name has no end is read whole', () => {
  assert.equal(untilLastName('export const from = Buffer.from(rows);'), '');
  const open = "import { a } from './a.ts";
  assert.equal(untilLastName(open + rest), open + rest);
});
