import { defineModule } from '../../catalogue/module.ts';
import * as chain from './chain/all.ts';
import * as dns from './dns/all.ts';
import * as leaf from './leaf/all.ts';
import * as status from './status/all.ts';

/** The certificates of every address: trust, names, dates, keys, revocation, transparency, CAA and DANE. */
export const certificates = defineModule({
  id: 'certificates',
  title: 'Certificates',
  category: 'tls',
  topics: [chain, dns, leaf, status],
});
