// By day, sample-pages.slow.test.ts shows the pages of three sites of different kinds. This file shows those of all.
import { goldenSites } from '@perimeter/engine/runner/golden';
import { testSamplePages } from './sample-pages.ts';

for (const site of goldenSites()) testSamplePages(site);
