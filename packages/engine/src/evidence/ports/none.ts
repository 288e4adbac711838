import type { PortsEvidence } from './schema.ts';

/** The ports of a site that were not asked. */
export const noPorts: PortsEvidence = {
  notAsked: 'no-address',
  longList: false,
  addresses: [],
  open: [],
  datagrams: [],
};
