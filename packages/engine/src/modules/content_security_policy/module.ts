import { defineModule } from '../../catalogue/module.ts';
import * as hosts from './hosts.ts';
import * as inline from './inline.ts';
import * as nonces from './nonces.ts';
import * as presence from './presence.ts';
import * as structure from './structure.ts';
import * as syntax from './syntax.ts';

/** The Content Security Policy of the site's document: attacks that all enforced policies together allow. */
export const contentSecurityPolicy = defineModule({
  id: 'content_security_policy',
  title: 'Content Security Policy',
  category: 'http_security',
  topics: [presence, inline, hosts, nonces, structure, syntax],
});
