import { testCoverage } from './testing/coverage-suite.ts';

testCoverage('dns_email', 'fewest');
