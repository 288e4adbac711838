import {
  testChosenRecords,
  testRandomDkim,
  testRandomDmarc,
  testRandomSpf,
  testStrays,
} from './testing/mail-records-suite.ts';

testRandomSpf(40);
testRandomDmarc(40);
testRandomDkim(30);
testChosenRecords();
testStrays(
  ['a sound domain', 'a domain without records'],
  ['v=spf1 include:x.lab ~all', 'v=DMARC1; p=none', 'v=DMARC1 p=reject', 'v=DKIM1; p=', 'v=STSv1; id=1', 'hello', ''],
);
