import { defineModule } from '../../catalogue/module.ts';
import * as chain from './chain/all.ts';
import * as denial from './denial/all.ts';
import * as keys from './keys/keys.ts';
import * as reach from './reach/reach.ts';

/** The chain of trust to the target's zone, its keys and signatures, and its proofs of nonexistence. */
export const dnssec = defineModule({
  id: 'dnssec',
  title: 'DNSSEC',
  category: 'dns_email',
  topics: [chain, denial, keys, reach],
});
