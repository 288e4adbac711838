import { defineModule } from '../../catalogue/module.ts';
import * as content from './content/all.ts';
import * as gaps from './gaps/all.ts';
import * as hygiene from './hygiene/all.ts';
import * as policies from './policies/all.ts';

/** Response headers of the site's final document, and of the hops before it where a rule covers them. */
export const httpHeaders = defineModule({
  id: 'http_headers',
  title: 'HTTP headers',
  category: 'http_security',
  topics: [content, gaps, hygiene, policies],
});
