import type { Location } from '../../../catalogue/outcome.ts';
import type { Hop } from '../../../evidence/site/visits/visits.ts';

/** Location of a finding about this answer or hop. */
export const locationOf = ({ exchange, url }: Pick<Hop, 'exchange' | 'url'>): Location => ({
  host: url.hostname,
  port: exchange.port,
  ...(exchange.address === null ? {} : { address: exchange.address }),
  url: exchange.url,
});
