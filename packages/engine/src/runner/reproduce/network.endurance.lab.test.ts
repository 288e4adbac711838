// One command of each kind is run in network.lab.test.ts; this file runs the command of every check.
import { testClaims } from './testing/claims-suite.ts';

testClaims('network', 'all');
