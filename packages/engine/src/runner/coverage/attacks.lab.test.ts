import { attacked } from '../testing/needed-of-hosts.ts';
import { testAttacks } from './testing/attacks-suite.ts';
import { hostsOfCategory } from './testing/coverage-suite.ts';

// Of the servers with known results, those that are audited for the table of checks.
const audited = hostsOfCategory('tls', 'fewest');

testAttacks(attacked.filter((host) => audited.has(host)));
