// Prints the age of every shipped list. Before a release, node tools/lists.ts --strict exits with 1 if one is outdated.
import { readCommandLine } from '@perimeter/lab/machine/command-line';
import { listAges } from '@perimeter/engine/runner/vantage/lists';
import { daysSince } from '@perimeter/protocols/durations';
import { standardsDate } from './standards/standards.data.ts';

const { values: options } = readCommandLine('Usage: npm run lists [-- --strict]', {
  strict: { type: 'boolean', default: false },
});
const standardsDays = daysSince(standardsDate, Date.now());
const lists = [
  ...listAges({}, Date.now()),
  { name: 'States of standards', date: standardsDate, days: standardsDays, maxDays: 60 },
];
const old = lists.filter(({ days, maxDays }) => days > maxDays);

// The gate shows lines with this prefix even if the step passes, because an outdated list is not the fault of a change.
for (const { name, date, days, maxDays } of old)
  console.log(`﹣ ${name} (${date}) is ${days} days old, more than ${maxDays}: renew it before a release`);
console.log(`${lists.length} lists, ${old.length} older than they should be`);
if (options.strict && old.length > 0) process.exitCode = 1;
