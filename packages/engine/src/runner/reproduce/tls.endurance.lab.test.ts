// One command of each kind is run in tls.lab.test.ts; this file runs the command of every check.
import { testClaims } from './testing/claims-suite.ts';

testClaims('tls', 'all');
