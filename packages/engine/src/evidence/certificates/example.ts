import { seen, unseen } from '../observed.ts';
import type { CertificatesEvidence } from './schema.ts';

/** Certificates of a standard audit that no endpoint served any to. */
export const noCertificates: CertificatesEvidence = {
  rootsDate: '2026-10-20',
  logsDate: '2026-10-20',
  certificates: [],
  chains: [],
  revocation: unseen('not-tested', 'Only deep audits ask responders and revocation lists'),
  fetches: [],
  caa: seen([]),
  tlsa: seen([]),
  otherServices: unseen('not-tested', 'Only deep audits look at other services'),
  clockSkew: seen(0),
  lookups: [],
};
