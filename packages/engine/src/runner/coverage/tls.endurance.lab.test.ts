// A host that fails each check and one that passes it are audited in tls.lab.test.ts; this file audits every host of the tables.
import { testCoverage } from './testing/coverage-suite.ts';

testCoverage('tls', 'all');
