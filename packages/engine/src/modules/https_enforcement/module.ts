import { defineModule } from '../../catalogue/module.ts';
import * as alternatives from './advertised/alternatives.ts';
import * as serviceRecords from './advertised/service-records.ts';
import * as behaviour from './behaviour.ts';
import * as facts from './facts.ts';
import * as hsts from './hsts.ts';
import * as hstsHosts from './hsts-hosts.ts';
import * as presence from './presence.ts';
import * as redirects from './redirects.ts';

/** Whether visitors reach the site over HTTPS and stay on it, and how the server answers unusual requests. */
export const httpsEnforcement = defineModule({
  id: 'https_enforcement',
  title: 'HTTPS enforcement',
  category: 'http_security',
  topics: [alternatives, behaviour, facts, hsts, hstsHosts, presence, redirects, serviceRecords],
});
