import { sideBySide } from '@perimeter/lab/harness';
import { testAskedNames } from './testing/asked-of-domain.ts';

// asked-names.endurance.lab.test.ts has a sound domain in deep mode too.

sideBySide('the names that are asked', () => {
  testAskedNames('good.lab', 'standard');
  testAskedNames('bad.lab', 'deep');
});
