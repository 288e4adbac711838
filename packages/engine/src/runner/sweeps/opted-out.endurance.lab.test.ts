// opted-out.lab.test.ts guards this in npm test, with the two domains that refer to most others.
import { testOptOuts } from './testing/opted-out.ts';

// Together they refer elsewhere with every kind of record and reference.
for (const domain of ['good.lab', 'bad.lab', 'deadref.lab', 'mail-only.lab', 'redirect.lab'])
  testOptOuts([domain], domain);
