import { isBelowDomain } from '@perimeter/protocols/domain/below';
import type { KnownName } from './schema.ts';

/** Ends of reverse names of addresses that clouds lend to one customer after another. */
const endings = [
  'compute.amazonaws.com',
  'compute-1.amazonaws.com',
  'bc.googleusercontent.com',
  'cloudapp.azure.com',
  'members.linode.com',
  'ip.linodeusercontent.com',
  'vultrusercontent.com',
  'oraclevcn.com',
  'scw.cloud',
];

/** The name that a cloud gives to the address of a name; null: its address is of no such pool, or nobody knows. */
export function poolName({ reverse }: KnownName): string | null {
  const name = reverse?.known === true ? reverse.value : null;
  return name !== null && endings.some((ending) => isBelowDomain(name, ending)) ? name : null;
}
