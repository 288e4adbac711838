import { testClaims } from './testing/claims-suite.ts';

testClaims('http_security', 'kinds');
