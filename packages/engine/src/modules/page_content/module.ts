import { defineModule } from '../../catalogue/module.ts';
import * as disclosure from './disclosure/all.ts';
import * as loads from './loads/all.ts';
import * as scripts from './scripts/all.ts';
import * as thirdParties from './third-parties/all.ts';

/** What the site's document loads and from whom, what it sends in cleartext, and what it discloses. */
export const pageContent = defineModule({
  id: 'page_content',
  title: 'Page content',
  category: 'http_security',
  topics: [loads, thirdParties, scripts, disclosure],
});
