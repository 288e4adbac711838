import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRemedy } from './remedy.ts';

test('a remedy is reduced to its first paragraph, its first example and the names of the others', () => {
  const markdown =
    'Send **it** [always](https://x).\n\nMore words.\n\n### nginx\n\n```nginx\na;\n  b;\n```\n\nApache:\n\n```\nc\n```\n```yaml\nd\n```';
  assert.deepEqual(readRemedy(markdown), {
    text: 'Send it always.',
    example: { label: 'nginx', lines: ['a;', '  b;'] },
    others: ['Apache', 'yaml'],
  });
});

test('a remedy without an example is reduced to its first paragraph', () => {
  assert.deepEqual(readRemedy('Ask `your` provider\nto do it.\n\nThen wait.'), {
    text: 'Ask `your` provider\nto do it.',
    example: null,
    others: [],
  });
});

test('a remedy that is only an example has its label once', () => {
  assert.deepEqual(readRemedy('nginx:\n\n```\na;\n```'), {
    text: '',
    example: { label: 'nginx', lines: ['a;'] },
    others: [],
  });
});

test('an unclosed fence contains the rest as an example', () => {
  assert.deepEqual(readRemedy('Do.\n\n```sh\nx\ny').example, { label: 'shell', lines: ['x', 'y'] });
});

test("a paragraph's last line is not a label", () => {
  const { example, others } = readRemedy(
    'Switch it off, mail\nservers included.\n\n```nginx\na;\n```\n\n```ini\nb\n```',
  );
  assert.equal(example?.label, 'nginx');
  assert.deepEqual(others, ['configuration file']);
});

test('a name on its own before an example is its label', () => {
  const { example, others } = readRemedy(
    'Send it.\n\nnginx\n\n```nginx\na;\n```\n\nIIS (`web.config`)\n\n```xml\n<a/>\n```',
  );
  assert.equal(example?.label, 'nginx');
  assert.deepEqual(others, ['IIS (web.config)']);
});
