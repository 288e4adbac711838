// A server that falls to each attack and one that withstands it are audited in attacks.lab.test.ts; this file audits all.
import { attacked } from '../testing/needed-of-hosts.ts';
import { testAttacks } from './testing/attacks-suite.ts';

testAttacks(attacked);
