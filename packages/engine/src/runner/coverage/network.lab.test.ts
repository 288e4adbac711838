import { testCoverage } from './testing/coverage-suite.ts';

testCoverage('network', 'fewest');
