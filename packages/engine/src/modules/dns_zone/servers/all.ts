import type { Check } from '../../../catalogue/check.ts';
import * as exposure from './exposure.ts';
import * as protocol from './protocol.ts';
import * as transport from './transport.ts';

/** The checks of each name server by itself. */
export const serverChecks: readonly Check[] = [
  transport.dnsNsTcp,
  transport.dnsAaaaBroken,
  exposure.dnsOpenRecursion,
  exposure.dnsAxfrOpen,
  exposure.dnsVersionDisclosed,
  protocol.dnsAnyAmplification,
  protocol.dnsEdnsNoncompliant,
  protocol.dnsUpwardReferral,
  protocol.dnsCaseHandling,
];
