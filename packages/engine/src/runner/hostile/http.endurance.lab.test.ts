// One web server for each way to attack a client is audited in http.lab.test.ts; this file audits all.
import { hostilities } from '@perimeter/lab/hostile/all';
import { testHttpHostilities } from './testing/http-suite.ts';

testHttpHostilities(Object.entries(hostilities).flatMap(([kind, { layer }]) => (layer === 'http' ? [kind] : [])));
