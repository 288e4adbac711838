import { testClaims } from './testing/claims-suite.ts';

testClaims('network', 'kinds');
