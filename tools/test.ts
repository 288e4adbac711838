// The test command: what tests need, the gate with the fast tests, then the tests that want the lab. Closes with the total.
import { globSync } from 'node:fs';
import { installLabPackages } from '@perimeter/lab/machine/install';
import { labAvailable } from '@perimeter/lab/harness';
import { addCounts, type Counts, nothingRun, runCounted } from './test-run.ts';

const labTests = globSync('{packages,apps,lab,bench,tools}/**/*.lab.test.ts', {
  exclude: (name) => name === 'node_modules',
}).toSorted();

const slowTests = globSync('{packages,apps,lab,bench,tools}/**/*.slow.test.ts', {
  exclude: (name) => name === 'node_modules',
}).toSorted();

/** Runs the tests that take half a minute and more: kills, takeovers, databases that go away. */
async function runSlowTests(): Promise<Counts> {
  console.log(`\n# Slow tests (${slowTests.length} files)`);
  return runCounted(process.execPath, ['--test', '--test-concurrency=1', ...slowTests]);
}

/** Runs the lab's tests inside the lab, or says aloud why it cannot. */
async function runLabTests(): Promise<Counts> {
  const lab = labAvailable();
  if (!lab.available) {
    console.log(`\nSKIPPED: ${labTests.length} test files that need the lab: ${lab.reason}`);
    return nothingRun;
  }
  console.log(`\n# Tests in the lab (${labTests.length} files)`);
  const inLab = ['lab/src/main.ts', 'run', '--', process.execPath, '--test', '--test-concurrency=1', ...labTests];
  return runCounted(process.execPath, inLab);
}

await installLabPackages();
console.log('\n# The gate and the fast tests');
const gate = await runCounted(process.execPath, ['tools/ok.ts']);
const lab = labTests.length === 0 ? nothingRun : await runLabTests();
const slow = slowTests.length === 0 ? nothingRun : await runSlowTests();
const total = [lab, slow].reduce(addCounts, gate);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 && total.ok ? 0 : 1;
