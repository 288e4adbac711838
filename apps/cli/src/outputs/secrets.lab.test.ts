import { labTest } from '@perimeter/lab/harness';
import { assertNoSecretIn } from '../testing/leaky-outputs.ts';

// Secrets in a script, and in a file that is read. The other kinds of files are audited in secrets.endurance.lab.test.ts.
labTest(
  'no run of six characters of a planted secret is in any output of an audit',
  () => {
    assertNoSecretIn([
      ['secrets.lab', 'js-secret'],
      ['leaky2-files.lab', 'file-env'],
    ]);
  },
  ['pdftotext'],
);
