import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReportingEndpoints, parseReportTo } from './reporting.ts';

test('Reporting-Endpoints names quoted URLs', () => {
  const { value, problems } = parseReportingEndpoints([
    ['Reporting-Endpoints', 'main="https://r.example/a", bare=token'],
  ]);
  assert.deepEqual(value[0], { name: 'main', urls: ['https://r.example/a'] });
  assert.equal(problems.length, 1);
  assert.equal(parseReportingEndpoints([['Reporting-Endpoints', 'main=https://r.example']]).problems.length, 1);
});

test('Report-To is JSON of groups, over several lines too', () => {
  const { value, problems } = parseReportTo([
    ['Report-To', '{"group":"nel","max_age":1,"endpoints":[{"url":"https://a.example/r"},{"priority":1}]}'],
    ['Report-To', '{"endpoints":[]}'],
  ]);
  assert.deepEqual(value, [
    { name: 'nel', urls: ['https://a.example/r'] },
    { name: 'default', urls: [] },
  ]);
  assert.deepEqual(problems, []);
});

for (const text of ['{', '1', '"a"', '{"endpoints":{"url":"x"}}', 'null']) {
  test(`Report-To ${text} names no URL`, () => {
    assert.deepEqual(
      parseReportTo([['Report-To', text]]).value.flatMap(({ urls }) => urls),
      [],
    );
  });
}
