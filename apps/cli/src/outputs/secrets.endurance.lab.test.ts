// More places of secrets. By day secrets.lab.test.ts audits a script and a file, and the service's secrets.lab.test.ts others.
import { labTest } from '@perimeter/lab/harness';
import { assertNoSecretIn } from '../testing/leaky-outputs.ts';

labTest(
  'no run of six characters of a planted secret of a dump or a pipeline is in any output of an audit',
  () => {
    assertNoSecretIn([
      ['leaky2-data.lab', 'file-db-dump'],
      ['leaky2-deep.lab', 'file-ci'],
    ]);
  },
  ['pdftotext'],
);
