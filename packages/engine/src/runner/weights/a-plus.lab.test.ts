import { testAPlus } from './testing/a-plus-suite.ts';

// One site that has it, and one for each kind of condition: a check that it requires, the score, a severity, what was seen.
testAPlus(['good.lab', 'aplus-tls.lab', 'aplus-points.lab', 'aplus-medium.lab', 'aplus-unseen.lab']);
