import { defineModule } from '../../catalogue/module.ts';
import * as contact from './contact/all.ts';
import * as files from './files/all.ts';
import * as pages from './pages/all.ts';

/** Sensitive files and pages that the site serves, and its contact for vulnerability reports. */
export const exposedContent = defineModule({
  id: 'exposed_content',
  title: 'Exposed content',
  category: 'network',
  topics: [files, pages, contact],
});
