import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mayShare } from './sharing.ts';

/** The test files of a checkout by kind; each list is sorted by name. */
export interface TestFiles {
  /** Fast and without effects on other files: many share one process, one after the other. */
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
  const isShared = (file: string): boolean => mayShare(readFileSync(path.join(root, file), 'utf8'));
  return { shared: fast.filter(isShared), apart: fast.filter((file) => !isShared(file)), lab, slow };
}
