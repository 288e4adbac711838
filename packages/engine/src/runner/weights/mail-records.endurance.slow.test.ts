// Domains with and without records meet one text of each kind, and some records at random, in mail-records.slow.test.ts; this file
// tests all texts, and more records.
import {
  mailBases,
  strayTexts,
  testRandomDkim,
  testRandomDmarc,
  testRandomSpf,
  testStrays,
} from './testing/mail-records-suite.ts';

testRandomSpf(150);
testRandomDmarc(150);
testRandomDkim(100);
testStrays(Object.keys(mailBases), strayTexts);
