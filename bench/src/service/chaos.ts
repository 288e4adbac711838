// Kills APIs and workers at random times while clients start and follow audits: node chaos.ts [KILLS] [MAX_SECONDS]
import { runChaos } from '@perimeter/server/testing/chaos';
import { startSystemPostgres, systemPostgresMissing } from '@perimeter/server/testing/processes/system-postgres';
import { markdownTable } from '../table.ts';

const [kills = 1_000, maxSeconds = 3_600] = process.argv.slice(2).map(Number);
if (systemPostgresMissing !== false) throw new Error(systemPostgresMissing);

const system = await startSystemPostgres();
const startMs = performance.now();
const result = await runChaos({
  databaseUrl: system.url,
  apis: 2,
  workers: 3,
  clients: 6,
  kills,
  maxMs: maxSeconds * 1_000,
  pauseMs: [50, 1_200],
});
await system.stop();

console.log(
  `\n## ${result.kills} kills of two APIs and three workers on one PostgreSQL, ${((performance.now() - startMs) / 1_000).toFixed(0)} s\n`,
);
console.log(
  markdownTable(
    ['audits answered', 'completed', 'lost', 'stuck over 60 s', 'charged twice', 'wrong answers', 'settled after s'],
    [
      [
        ...[result.answered, result.completed, result.lost, result.stuck, result.doubleCharged].map(String),
        String(result.wrongAnswers.length),
        (result.settledMs / 1_000).toFixed(1),
      ],
    ],
  ),
);
for (const answer of result.wrongAnswers.slice(0, 10)) console.log(`\n- ${answer}`);
process.exitCode = result.lost + result.stuck + result.doubleCharged + result.wrongAnswers.length === 0 ? 0 : 1;
