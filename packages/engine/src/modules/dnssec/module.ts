import { defineModule } from '../../catalogue/module.ts';
import * as chain from './chain/all.ts';
import * as denial from './denial/all.ts';
import * as keys from './keys/keys.ts';
import * as reach from './reach/reach.ts';

/** The chain of trust to the zone of the target, its keys and signatures, and the proofs of what is missing. */
export const dnssec = defineModule({
  id: 'dnssec',
  title: 'DNSSEC',
  category: 'dns_email',
  topics: [chain, denial, keys, reach],
});
