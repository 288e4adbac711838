import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRefresh, type Refresh } from './refresh.ts';

// HTML, "shared declarative refresh steps".
const cases: [text: string, refresh: Refresh | null][] = [
  ['5', { seconds: 5, url: '' }],
  [' 0;url=/x', { seconds: 0, url: '/x' }],
  ['0 ; URL = "/x" y', { seconds: 0, url: '/x' }],
  ["0,url='/x", { seconds: 0, url: '/x' }],
  ['0 /x', { seconds: 0, url: '/x' }],
  ['0; url /x', { seconds: 0, url: 'url /x' }],
  ['1.9;/x', { seconds: 1, url: '/x' }],
  ['.5;/x', { seconds: 0, url: '/x' }],
  ['5x', null],
  ['-1;/x', null],
  ['x', null],
  ['', null],
];

for (const [text, refresh] of cases) {
  test(`"${text}" ${refresh === null ? 'is ignored' : `leads to "${refresh.url}" in ${refresh.seconds} s`}`, () => {
    assert.deepEqual(parseRefresh(text), refresh);
  });
}
