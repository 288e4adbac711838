import { isOlderThan } from './older-version.ts';
import { distributionEnds, serviceEndOfLife } from './service-end-of-life.data.ts';

/** A service of a version that gets no fixes any more. */
export interface OutdatedService {
  name: string;
  /** The day on which the fixes ended. */
  since: string;
  /** The distribution whose end counts; null: the maker's. */
  by: string | null;
}

const packaged = /debian|ubuntu|[+~-]deb\d|\.el\d|suse|amzn|alpine|fc\d\d/i;

/**
 * Whether a version that a service names is past its end. A distribution's package is judged by the end of that release
 * alone: an old number with a living distribution is repaired.
 */
export function outdatedService(product: string, version: string, greeting = ''): OutdatedService | null {
  if (!/^\d/.test(version)) return null;
  const row = serviceEndOfLife.find((one) => one.product.test(product.toLowerCase()));
  const text = `${version} ${greeting.slice(0, 512)}`;
  if (packaged.test(text)) {
    const ended = distributionEnds.find(({ mark }) => mark.test(text));
    return ended === undefined ? null : { name: row?.name ?? product, since: ended.until, by: `end of ${ended.name}` };
  }
  return row === undefined || !isOlderThan(version, row.below) ? null : { name: row.name, since: row.since, by: null };
}
