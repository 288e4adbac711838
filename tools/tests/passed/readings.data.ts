/** A file or folder that a module names and does not read, with what it reads in its stead. */
interface ReadingInstead {
  module: string;
  /** As a path from the root of the checkout, which is "." itself. */
  names: string;
  reads: readonly string[];
  /** How the module uses the name. */
  why: string;
}

/** Without its row here, a name stands for all that it could reach: so a row that is missing costs time, and never a failure that nobody sees. */
export const readingsInstead: readonly ReadingInstead[] = [
  {
    module: 'apps/server/src/settings/process.ts',
    names: '.',
    reads: [],
    why: 'the folder of data, which git ignores, is given from there',
  },
  {
    module: 'apps/dashboard/src/build/sources.ts',
    names: '.',
    reads: ['apps/dashboard/src', 'packages/contract/src', 'packages/report/src'],
    why: 'its patterns begin there',
  },
  {
    module: 'tools/tests/step.ts',
    names: '.',
    reads: [],
    why: 'steps start there',
  },
  {
    module: 'tools/tests/bundle.ts',
    names: 'apps/server/src/testing/main.ts',
    reads: [],
    why: 'it is bundled for those tests that name it themselves',
  },
  {
    module: 'lab/src/readme.ts',
    names: 'README.md',
    reads: ['lab/README.md'],
    why: 'it joins the name to the folder of the lab',
  },
  {
    module: 'packages/report/src/terminal/findings.ts',
    names: 'docs/checks',
    reads: [],
    why: 'a part of the address that readers follow',
  },
];
