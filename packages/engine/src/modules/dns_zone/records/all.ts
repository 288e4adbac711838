import type { Check } from '../../../catalogue/check.ts';
import * as addresses from './addresses.ts';
import * as aliases from './aliases.ts';
import * as texts from './texts.ts';
import * as wildcard from './wildcard.ts';

/** The checks of what the zone holds. */
export const recordChecks: readonly Check[] = [
  aliases.dnsCnameAtApex,
  aliases.dnsCnameChain,
  addresses.dnsPrivateAddress,
  wildcard.dnsWildcardMxTxt,
  addresses.dnsSvcbMalformed,
  texts.dnsTxtSecret,
  wildcard.dnsWildcard,
  addresses.dnsImplicitMx,
  texts.dnsTxtServiceTokens,
  addresses.dnsTtlExtreme,
];
