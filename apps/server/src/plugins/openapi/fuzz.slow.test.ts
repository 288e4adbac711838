import { testRequests, testStreams } from './testing/fuzzing.ts';

testRequests(400);
testStreams(8);
