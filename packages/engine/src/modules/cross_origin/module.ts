import { defineModule } from '../../catalogue/module.ts';
import * as cors from './cors.ts';
import * as isolation from './isolation.ts';
import * as legacy from './legacy.ts';

/** What pages of other sites may read and reach: CORS as actually enforced, and isolation headers. */
export const crossOrigin = defineModule({
  id: 'cross_origin',
  title: 'Cross-origin policy',
  category: 'http_security',
  topics: [cors, isolation, legacy],
});
