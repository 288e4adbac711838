import { defineModule } from '../../catalogue/module.ts';
import * as network from './network/all.ts';
import * as platforms from './platforms/all.ts';
import * as remote from './remote/all.ts';
import * as ssh from './ssh/all.ts';
import * as stores from './stores/all.ts';

/** Services other than the website that strangers can reach at its addresses. */
export const exposedServices = defineModule({
  id: 'exposed_services',
  title: 'Exposed services',
  category: 'network',
  topics: [stores, platforms, remote, ssh, network],
});
