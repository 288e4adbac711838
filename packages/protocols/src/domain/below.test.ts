import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBelowDomain, isInDomain } from './below.ts';

const rows: [host: string, isIn: boolean, isBelow: boolean][] = [
  ['good.lab', true, false],
  ['www.good.lab', true, true],
  ['a.b.good.lab', true, true],
  ['notgood.lab', false, false],
  ['lab', false, false],
  ['good.lab.example', false, false],
];

for (const [host, isIn, isBelow] of rows)
  test(`${host} beside good.lab`, () => {
    assert.equal(isInDomain(host, 'good.lab'), isIn);
    assert.equal(isBelowDomain(host, 'good.lab'), isBelow);
  });
