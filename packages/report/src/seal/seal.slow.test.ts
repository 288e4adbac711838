import { testFlips, testStampedFlips } from '../testing/flipped-seals.ts';

// Documents with a stamp by RSA: time-stamp-container.slow.test.ts.
testFlips({ container: 400, seal: 200, document: 100 });
testStampedFlips(['curves'], { container: 400, seal: 100, document: 30 });
