import { testOrder } from './testing/order-suite.ts';

// From the best to the worst, of each kind of site one.
testOrder([
  'aplus.lab',
  'parked-locked.lab',
  'small-business.lab',
  'typical-static-plain.lab',
  'typical-wordpress.lab',
  'noredirect.lab',
  'cert-expired.lab',
  'bad.lab',
  'exposed2-stores.lab',
]);
