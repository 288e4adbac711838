import { untested } from '../observed.ts';
import type { NamesEvidence } from './schema.ts';
import { shippedTakeovers } from '@perimeter/protocols/names/takeover-services.data';

/** Evidence of a domain below which nothing was asked. */
export const noNames: NamesEvidence = {
  base: null,
  listed: { asked: 0, unanswered: 0 },
  inventory: [],
  notKept: 0,
  randoms: [],
  takeoverList: { name: shippedTakeovers.name, date: shippedTakeovers.date },
  services: [],
  pointers: [],
  authorisations: [],
  pointersOpen: [],
  pointersLeft: 0,
  references: [],
  referencesLeft: 0,
  childZones: [],
  hosts: [],
  hostsLeft: 0,
  hostsNotAsked: null,
  walk: untested('deep-mode-only'),
  lookups: [],
};
