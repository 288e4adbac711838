import { testSites } from '../testing/processes/audited-sites.ts';

// Secrets in scripts, headers, records and greetings, and in files. The other sites are in
// testing/processes/secrets.endurance.lab.test.ts; runner/sweeps/exposure.lab.test.ts of the engine searches the evidence of all.
testSites(['secrets.lab', 'leaky2-files.lab']);
