import { serviceNames } from '@perimeter/protocols/services/services.data';
import { defineCheck } from '../../../catalogue/check.ts';
import { combine, type Judged } from '../../../catalogue/combine.ts';
import { notApplicable, pass } from '../../../catalogue/outcome.ts';
import { closedBy, judgedPort, placeOf, unasked } from '../service-check.ts';

const dayOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

export const portUnexpected = defineCheck({
  id: 'port-unexpected',
  title: 'No port opened since the last audit',
  finding: 'Newly open ports',
  needs: ['ports', 'endpoints', 'history'],
  evaluate: (evidence) => {
    const { ports, history } = evidence;
    const nothing = unasked(evidence);
    if (nothing !== null) return nothing;
    const judged = ports.addresses.flatMap((place): Judged[] => {
      const before = history.ports?.find(({ address }) => address === place.address);
      if (before === undefined) return [];
      const location = placeOf(place, 443);
      const closed = closedBy(place);
      if (closed !== null) return [{ ...closed, location }];
      const opened = ports.open.filter(
        ({ address, port }) => address === place.address && before.closed.includes(port),
      );
      return [
        { ...pass(`No port opened since the audit of ${dayOf(before.lastSeenMs)}`), location },
        ...opened.map((open) => {
          const name = open.service === null ? '' : ` (${serviceNames[open.service]})`;
          const description = `TCP port ${open.port}${name} is open, and was closed in the audit of ${dayOf(before.lastSeenMs)}.`;
          return judgedPort(open, place, { description, informs: true });
        }),
      ];
    });
    return judged.length === 0
      ? notApplicable('No earlier audit tested the ports of these addresses')
      : combine('Newly open ports', judged);
  },
});
