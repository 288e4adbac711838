import { testClaims } from './testing/claims-suite.ts';

testClaims('tls', 'kinds');
