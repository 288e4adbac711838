import { defineModule } from '../../catalogue/module.ts';
import * as addresses from './addresses.ts';
import * as ipv6 from './ipv6.ts';
import * as lists from './lists.ts';
import * as origin from './origin.ts';
import * as reach from './reach.ts';
import * as registration from './registration.ts';
import * as routes from './routes.ts';

/** Who registered the domain, in which networks its hosts are, and whether IPv6 works as IPv4 does. */
export const routingReputation = defineModule({
  id: 'routing_reputation',
  title: 'Routing and reputation',
  category: 'network',
  topics: [registration, routes, ipv6, reach, addresses, lists, origin],
});
