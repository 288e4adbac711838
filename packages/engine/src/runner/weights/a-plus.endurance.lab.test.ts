// One site for each kind of condition is audited in a-plus.lab.test.ts; this file audits one for each condition.
import { missingForAPlus, testAPlus } from './testing/a-plus-suite.ts';

testAPlus(Object.keys(missingForAPlus));
