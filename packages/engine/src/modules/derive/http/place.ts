import type { Location } from '../../../catalogue/outcome.ts';
import type { Hop } from '../../../evidence/site/visits/visits.ts';
import type { Answer } from '../../../evidence/http/answer.ts';

/** Location of a finding about this answer. */
export const locationOf = ({ exchange, url }: Answer): Location => ({
  host: url.hostname,
  port: exchange.port,
  ...(exchange.address === null ? {} : { address: exchange.address }),
  url: exchange.url,
});

/** Location of a finding about a hop. */
export const hopLocation = ({ url, exchange }: Hop): Location => ({
  host: url.hostname,
  port: exchange.port,
  ...(exchange.address === null ? {} : { address: exchange.address }),
  url: exchange.url,
});
