import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOf } from './expiry.ts';

const jwt = (payload: object): string =>
  `${btoa('{"alg":"HS256"}')}.${btoa(JSON.stringify(payload))}.c2lnbmF0dXJl`.replaceAll('=', '');
const rows: readonly (readonly [value: string, end: string | null])[] = [
  [jwt({ sub: 'a', exp: 1_600_000_000 }), '2020-09-13T12:26:40.000Z'],
  [`Bearer ${jwt({ exp: 1_600_000_000 })}`, '2020-09-13T12:26:40.000Z'],
  [jwt({ sub: 'a' }), null],
  [jwt({ exp: 'never' }), null],
  [`${jwt({ exp: 1_600_000_000 })} and more`, null],
  ['sv=2022-11-02&ss=b&se=2023-05-01T10:00:00Z&sp=r&sig=a%2Bb%3D', '2023-05-01T10:00:00.000Z'],
  [
    'https://a.blob.core.windows.net/c/f?sp=r&se=2023-05-01T10%3A00%3A00Z&sv=2022-11-02&sr=b&sig=a%2Bb',
    '2023-05-01T10:00:00.000Z',
  ],
  ['?sv=2022-11-02&se=2023-05-01&sig=a', '2023-05-01T00:00:00.000Z'],
  ['SharedAccessSignature sr=sb%3A%2F%2Fa&sig=b&se=1600000000&skn=k', '2020-09-13T12:26:40.000Z'],
  ['sv=2022-11-02&si=policy&sr=c&sig=a', null],
  ['se=2023-05-01&sv=2022-11-02', null],
  ['https://user:pass@a.lab/?sv=1&se=2023-05-01&sig=a', null],
  ['AccountKey=a;SharedAccessSignature=sv=1&se=2023-05-01&sig=a', null],
  ['secret', null],
  ['', null],
];

for (const [value, end] of rows)
  test(`${value.slice(0, 60)} ends ${end}`, () => {
    const found = endOf(value);
    assert.equal(found === null ? null : new Date(found).toISOString(), end);
  });
