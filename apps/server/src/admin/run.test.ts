import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAdmin } from './run.ts';

const rows: readonly (readonly [line: string, first: RegExp])[] = [
  ['optout list', /^Unknown command\. Did you mean opt-out\?$/u],
  ['revoke-kay a@example.com', /^Unknown command\. Did you mean revoke-key\?$/u],
  ['frobnicate', /^Unknown command$/u],
  ['', /^Usage: npm run admin -- <command>$/u],
];
for (const [line, first] of rows) {
  test(`"${line}" is an unknown command: a suggestion and the list of commands are shown`, async () => {
    const complaints: string[] = [];
    const code = await runAdmin(line.split(' '), {
      env: {},
      readInput: async () => '',
      print: () => assert.fail('nothing is printed'),
      complain: (text) => void complaints.push(text),
    });
    const lines = complaints.join('\n').split('\n');
    assert.equal(code, 2);
    assert.match(lines[0] ?? '', first);
    assert.ok(lines.some((text) => text.startsWith('  opt-out add <domain or network> <reason>')));
  });
}

for (const [line, first] of [
  ['help', /^Usage: npm run admin -- <command>$/u],
  ['--help', /^Usage: npm run admin -- <command>$/u],
  ['help set-plan', /^Usage: npm run admin -- set-plan <email>/u],
] as const)
  test(`"${line}" shows help without a database`, async () => {
    const printed: string[] = [];
    const code = await runAdmin(line.split(' '), {
      env: {},
      readInput: async () => '',
      print: (text) => void printed.push(text),
      complain: (text) => assert.fail(text),
    });
    assert.equal(code, 0);
    assert.match(printed.join('\n').split('\n')[0] ?? '', first);
  });
