import { hitOf, pathRows, testRows } from '../testing/evidence.ts';
import { wellknownInventory } from './well-known.ts';

const one = hitOf('/sitemap.xml', 'well-known', 'sitemap', { proof: ['Sitemap'] });

testRows([...pathRows(wellknownInventory, one, 'informational', /Sitemap, which programs look for/)]);
