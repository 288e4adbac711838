// process/secrets.lab.test.ts guards this in npm test with two sites of different kinds, and runner/sweeps/exposure.lab.test.ts of the
// engine with the evidence of all of them.
import { testSites } from './audited-sites.ts';

const leaky = ['files', 'data', 'pages', 'deep', 'wordpress', 'plain', 'long', 'unknown'];
testSites(['secrets.lab', ...leaky.map((what) => `leaky2-${what}.lab`)]);
