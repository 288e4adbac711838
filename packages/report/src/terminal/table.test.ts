import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreparedTable } from '../sections/prepared.ts';
import { createScreen } from './screen.ts';
import { renderLines } from './style.ts';
import { tableLines } from './table.ts';

const servers: PreparedTable = {
  caption: 'Servers',
  columns: [
    { title: 'Name', kind: 'code' },
    { title: 'Address', kind: 'code' },
    { title: 'UDP', kind: 'status' },
    { title: 'TCP', kind: 'status' },
    { title: 'Serial', kind: 'number' },
    { title: 'Signed', kind: 'text' },
    { title: 'Milliseconds', kind: 'number' },
  ],
  rows: [
    ['ns1.nic.lab', '2001:db8:113::2:253', 'answered', 'no answer within 3 seconds', '2026010101', 'yes', '8'].map(
      (text, index) => ({ text, tone: index === 2 ? ('good' as const) : null }),
    ),
  ],
  left: 0,
  note: null,
};

const drawn = (width: number): string =>
  renderLines(tableLines(createScreen({ width, unicode: true }), servers), false);

test('a table that fits is drawn in columns', () => {
  assert.match(drawn(120), /Name +Address +UDP +TCP +Serial +Signed +Milliseconds\n {2}ns1\.nic\.lab +2001:db8/);
});

test('a table whose words would be broken is drawn as one block per row', () => {
  assert.equal(
    drawn(80),
    `  Servers
  ns1.nic.lab
    Address: 2001:db8:113::2:253  UDP: answered
    TCP: no answer within 3 seconds  Serial: 2026010101  Signed: yes
    Milliseconds: 8

`,
  );
});

test('a value longer than a line continues below its start', () => {
  const [row = []] = servers.rows;
  const long = { ...servers, rows: [row.map((cell, at) => (at === 3 ? { ...cell, text: 'word '.repeat(20) } : cell))] };
  const text = renderLines(tableLines(createScreen({ width: 60, unicode: true }), long), false);
  assert.match(text, /\n {4}TCP: (?:word ?){9,10}\n {9}word/);
});

test('columns never break a word that fits a line', () => {
  const { columns } = servers;
  const word = 'rsa_pss_rsae_sha256';
  const cells = columns.map((_, at) => ({
    text: at === 5 ? `${word} and more, `.repeat(9) : `${word}${at}`,
    tone: null,
  }));
  for (const count of [2, 3, 4, 6]) {
    const few = { ...servers, columns: columns.slice(-count), rows: [cells.slice(-count)] };
    for (const width of [48, 60, 72, 80, 100, 120]) {
      const text = renderLines(tableLines(createScreen({ width, unicode: true }), few), false);
      for (const one of text.match(/rsa\S*/gu) ?? [])
        assert.match(one, /^rsa_pss_rsae_sha256\d?…?$/u, `${count} at ${width}`);
    }
  }
});
