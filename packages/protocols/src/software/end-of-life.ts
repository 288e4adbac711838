import { parseProducts } from '../http/headers/product.ts';
import { type EndOfLife, endOfLife } from './end-of-life.data.ts';
import { isOlderThan } from './older-version.ts';

/** A product that a header names, with what is known of its versions. */
interface KnownProduct {
  text: string;
  row: EndOfLife;
  /** Its makers repair it no more. */
  isOld: boolean;
  /** Distributions repair old versions without a new number. */
  packaged: boolean;
}

/** A product that a header names, of a version that gets no fixes any more. */
export type OutdatedProduct = Omit<KnownProduct, 'isOld'>;

const distributions = /debian|ubuntu|centos|red ?hat|rhel|rocky|alma|fedora|suse|amazon|oracle|el\d/i;

/** The products of a Server or X-Powered-By value with a version whose end would be known here. */
export function productsWithEnd(value: string): KnownProduct[] {
  const { products, comments } = parseProducts(value).value;
  return products.flatMap(({ name, version }) => {
    const row = endOfLife.find(({ product }) => product === name.toLowerCase().replace(/\(.*$/, ''));
    if (row === undefined || version === null || !/^\d/.test(version)) return [];
    const packaged =
      distributions.test([version, ...comments].join(' ')) ||
      (row.repairedFrom !== undefined && !isOlderThan(version, row.repairedFrom));
    return [{ text: `${name}/${version}`, row, packaged, isOld: isOlderThan(version, row.below) }];
  });
}

/** The products of a Server or X-Powered-By value that are past their end. */
export const outdatedProducts = (value: string): OutdatedProduct[] =>
  productsWithEnd(value).filter(({ isOld }) => isOld);

/** What a version past its end means, in a sentence. */
export const endOfLifeText = ({ row, packaged }: OutdatedProduct): string =>
  `${row.name} below ${row.below} has had no security fixes from its makers since ${row.since}${packaged ? '; its distribution may have repaired it' : ''}.`;
