import { parseProducts } from '../http/headers/product.ts';
import { type EndOfLife, endOfLife } from './end-of-life.data.ts';
import { isOlderThan } from './older-version.ts';

/** A product that a header names, of a version that gets no fixes any more. */
export interface OutdatedProduct {
  text: string;
  row: EndOfLife;
  /** Distributions repair old versions without a new number. */
  packaged: boolean;
}

const distributions = /debian|ubuntu|centos|red ?hat|rhel|rocky|alma|fedora|suse|amazon|oracle|el\d/i;

/** The products of a Server or X-Powered-By value that are past their end. */
export function outdatedProducts(value: string): OutdatedProduct[] {
  const { products, comments } = parseProducts(value).value;
  return products.flatMap(({ name, version }) => {
    const row = endOfLife.find(({ product }) => product === name.toLowerCase().replace(/\(.*$/, ''));
    if (row === undefined || version === null || !/^\d/.test(version) || !isOlderThan(version, row.below)) return [];
    return [{ text: `${name}/${version}`, row, packaged: distributions.test([version, ...comments].join(' ')) }];
  });
}

/** What a version past its end means, in a sentence. */
export const endOfLifeText = ({ row, packaged }: OutdatedProduct): string =>
  `${row.name} below ${row.below} has had no security fixes from its makers since ${row.since}${packaged ? '; its distribution may have repaired it' : ''}.`;
