import { testCoverage } from './testing/coverage-suite.ts';

testCoverage('http_security', 'fewest');
