import { testSamplePages } from './sample-pages.ts';

// Most issues, hardly any, and a provisional score.
for (const site of ['bad.lab', 'good.lab', 'botwall.lab']) testSamplePages(site);
