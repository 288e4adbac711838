import { seen, untested } from '../observed.ts';
import type { CertificatesEvidence } from './schema.ts';

/** Certificates of a standard audit that no endpoint served any to. */
export const noCertificates: CertificatesEvidence = {
  rootsDate: '2026-10-20',
  logsDate: '2026-10-20',
  certificates: [],
  chains: [],
  revocation: untested('responders-in-deep-mode'),
  fetches: [],
  caa: seen([]),
  tlsa: seen([]),
  otherServices: untested('other-ports-in-deep-mode'),
  clockSkew: seen(0),
  lookups: [],
};
