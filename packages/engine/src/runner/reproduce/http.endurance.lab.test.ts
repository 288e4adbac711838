// One command of each kind is run in http.lab.test.ts; this file runs the command of every check.
import { testClaims } from './testing/claims-suite.ts';

testClaims('http_security', 'all');
