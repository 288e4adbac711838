import { testRequests, testStreams } from './testing/fuzzing.ts';

testRequests(600);
testStreams(12);
