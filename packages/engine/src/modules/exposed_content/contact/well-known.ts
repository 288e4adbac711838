import { pathCheck } from '../path-check.ts';

export const wellknownInventory = pathCheck(
  {
    id: 'wellknown-inventory',
    title: 'Well-known resources are published on purpose',
    finding: 'Well-known resource',
  },
  ['well-known'],
  ({ proof }) => ({ what: `${proof[0] ?? 'a resource'}, which programs look for`, informs: true }),
);
