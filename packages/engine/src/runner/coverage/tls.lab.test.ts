import { testCoverage } from './testing/coverage-suite.ts';

testCoverage('tls', 'fewest');
