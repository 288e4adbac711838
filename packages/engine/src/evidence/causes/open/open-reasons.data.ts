import { certificatesReasons } from './certificates.data.ts';
import { dnsReasons } from './dns.data.ts';
import { httpReasons } from './http.data.ts';
import { mailReasons } from './mail.data.ts';
import { networkReasons } from './network.data.ts';
import { scannerReasons } from './scanner.data.ts';
import { tlsReasons } from './tls.data.ts';

/** Why something was not seen, by its code: the one table of these sentences. */
export const openReasons = {
  ...certificatesReasons,
  ...dnsReasons,
  ...httpReasons,
  ...mailReasons,
  ...networkReasons,
  ...scannerReasons,
  ...tlsReasons,
} as const;
