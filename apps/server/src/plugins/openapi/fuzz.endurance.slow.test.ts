// fuzz.slow.test.ts guards the same in `npm test`, with fewer requests and connections.
import { testRequests, testStreams } from './testing/fuzzing.ts';

testRequests(5_000);
testStreams(100);
