import type { Location } from '../../../catalogue/outcome.ts';
import type { Hop } from '../../../evidence/site/visits/visits.ts';
import type { Answer } from '../../../evidence/http/answer.ts';

/** Where a finding about this answer stands. */
export const locationOf = ({ exchange, url }: Answer): Location => ({
  host: url.hostname,
  port: exchange.port,
  ...(exchange.address === null ? {} : { address: exchange.address }),
  url: exchange.url,
});

/** Where a finding about a hop stands. */
export const hopLocation = ({ url, exchange }: Hop): Location => ({
  host: url.hostname,
  port: exchange.port,
  ...(exchange.address === null ? {} : { address: exchange.address }),
  url: exchange.url,
});
