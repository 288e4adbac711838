import { testClaims } from './testing/claims-suite.ts';

testClaims('dns_email', 'kinds');
