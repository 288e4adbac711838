import { defineModule } from '../../catalogue/module.ts';
import * as attributes from './attributes.ts';
import * as inventory from './inventory.ts';
import * as transport from './transport.ts';
import * as values from './values.ts';

/** The cookies that hosts of the target set: how they travel, what they disclose, and what browsers make of them. */
export const cookies = defineModule({
  id: 'cookies',
  title: 'Cookies',
  category: 'http_security',
  topics: [attributes, inventory, transport, values],
});
