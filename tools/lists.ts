// The age of every list that is shipped. A release needs them young: node tools/lists.ts --strict ends with 1 otherwise.
import { listAges } from '@perimeter/engine/runner/vantage/lists';
import { dayMs } from '@perimeter/protocols/durations';
import { standardsDate } from './standards/standards.data.ts';

const standardsDays = Math.floor((Date.now() - Date.parse(standardsDate)) / dayMs);
const lists = [
  ...listAges({}, Date.now()),
  { name: 'States of standards', date: standardsDate, days: standardsDays, maxDays: 60 },
];
const old = lists.filter(({ days, maxDays }) => days > maxDays);

// The gate shows lines that begin so even where a step passes: an old list is no fault of a change.
for (const { name, date, days, maxDays } of old)
  console.log(`﹣ ${name} (${date}) is ${days} days old, more than ${maxDays}: renew it before a release`);
console.log(`${lists.length} lists, ${old.length} older than they should be`);
if (process.argv.includes('--strict') && old.length > 0) process.exitCode = 1;
