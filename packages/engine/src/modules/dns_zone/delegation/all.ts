import type { Check } from '../../../catalogue/check.ts';
import * as agreement from './agreement.ts';
import * as names from './names.ts';
import * as ownership from './ownership.ts';
import * as servers from './servers.ts';
import * as spread from './spread.ts';

/** The checks of the way to the zone: its delegation, and where its name servers stand. */
export const delegationChecks: readonly Check[] = [
  servers.dnsDelegationBroken,
  ownership.dnsNsUnregistered,
  ownership.dnsNsProviderUnclaimed,
  servers.dnsNsLame,
  spread.dnsNsCount,
  agreement.dnsNsSetMismatch,
  agreement.dnsGlueMismatch,
  spread.dnsNsPrefixDiversity,
  names.dnsNsIsCname,
  names.dnsNsPrivate,
];
