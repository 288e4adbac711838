import { defineModule } from '../../catalogue/module.ts';

/** Response headers of the site's final document, and of the hops before it where a rule says so. */
export const httpHeaders = defineModule({
  id: 'http_headers',
  title: 'HTTP headers',
  category: 'http_security',
  checks: [],
});
