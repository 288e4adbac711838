// A host that fails each check and one that passes it are audited in dns-email.lab.test.ts; this file audits every host of the tables.
import { testCoverage } from './testing/coverage-suite.ts';

testCoverage('dns_email', 'all');
