import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The test files of a checkout by kind; each list is sorted by name. */
export interface TestFiles {
  /** Fast and without effects on other files: many share one process. */
  shared: string[];
  /** Fast, each in a separate process. */
  apart: string[];
  /** Named *.lab.test.ts: they run inside the lab. */
  lab: string[];
  /** Named *.slow.test.ts: whole services, kills, takeovers, third-party programs; not part of the gate. */
  slow: string[];
}

/**
 * True: a lab or slow file that `npm run test:all` runs and `npm test` leaves out. Files named *.endurance.* repeat what others
 * show once, by the hundred or at random; files named *.peer.* compare with other people's programs.
 */
export const isNightly = (file: string): boolean => /[.](?:endurance|peer)[.](?:lab|slow)[.]test[.]ts$/u.test(file);

/**
 * What would reach other files of the same process: hooks around every test; a clock, an environment or certificates that the test
 * has to put back itself (timers of `t.mock` go with their test); what the whole process has used or still waits for; module hooks,
 * which change what files import, and so which of their tests run. Servers and programs that a file starts and ends reach nobody:
 * tests of one process run one after the other, on ports of their own.
 */
const reachesOut =
  /^(?:beforeEach|afterEach)\(|(?<!\bt[.])\bmock[.]timers|\bprocess[.](?!hrtime|nextTick|execPath)|\b(?:registerHooks|setDefaultCACertificates)\(|'node:worker_threads'/mu;

/** Files of the apps with these start databases and whole services, which would all run at once. */
const startsServices = /\/testing\/(?:authenticator|database|service)[.]ts'/u;

/** Finds the test files of a checkout. */
export function findTestFiles(root: string): TestFiles {
  const all = globSync('{packages,apps,lab,bench,tools}/**/*.test.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  })
    .map((file) => file.split(path.sep).join('/'))
    .toSorted();
  const lab = all.filter((file) => file.endsWith('.lab.test.ts'));
  const slow = all.filter((file) => file.endsWith('.slow.test.ts'));
  const fast = all.filter((file) => !lab.includes(file) && !slow.includes(file));
  const isShared = (file: string): boolean => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return !reachesOut.test(text) && !(file.startsWith('apps/') && startsServices.test(text));
  };
  return { shared: fast.filter(isShared), apart: fast.filter((file) => !isShared(file)), lab, slow };
}
