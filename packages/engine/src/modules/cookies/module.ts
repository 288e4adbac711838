import { defineModule } from '../../catalogue/module.ts';
import * as attributes from './attributes.ts';
import * as inventory from './inventory.ts';
import * as transport from './transport.ts';
import * as values from './values.ts';

/** The cookies that hosts of the target set: transport, disclosure, and handling by browsers. */
export const cookies = defineModule({
  id: 'cookies',
  title: 'Cookies',
  category: 'http_security',
  topics: [attributes, inventory, transport, values],
});
