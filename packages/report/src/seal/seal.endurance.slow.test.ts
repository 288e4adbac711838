// seal.slow.test.ts and time-stamp-container.slow.test.ts guard the same in `npm test`, with fewer bytes.
import { testFlips, testStampedFlips } from '../testing/flipped-seals.ts';

testFlips({ container: 2_500, seal: 1_000, document: 500 });
testStampedFlips(['by_issuer', 'curves'], { container: 4_000, seal: 500, document: 250 });
