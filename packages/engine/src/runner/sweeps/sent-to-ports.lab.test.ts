import { testSent } from './testing/sent-to-ports.ts';

// One host of each kind: services with data, which both modes ask; datagrams, which only deep audits send; and
// industrial ports, which get nothing. The others are in sent-to-ports.endurance.lab.test.ts.
testSent('standard', ['exposed2-stores']);
testSent('deep', ['exposed2-datagrams', 'industrial']);
