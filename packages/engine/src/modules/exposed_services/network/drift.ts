import { serviceNames } from '@perimeter/protocols/services/services.data';
import { checkOf, type Place, type Subject } from '../../../catalogue/check-of.ts';
import { type HostPort, quotePort } from '../../derive/subjects/ports.ts';
import { notApplicable, pass, type Verdict } from '../../../catalogue/outcome.ts';
import { closedBy, portLocation, unasked, weighShared } from '../../derive/network/swept.ts';

const dayOf = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10);

/** A port that is open now and was closed before. */
interface Opened {
  open: HostPort;
  lastSeenMs: number;
}

/** The ports that opened since an earlier audit tested them. */
const openedPorts: Subject<'ports' | 'endpoints' | 'history', Opened> = {
  needs: ['ports', 'endpoints', 'history'],
  select: (evidence) => {
    const { ports, history } = evidence;
    const nothing = unasked(evidence);
    if (nothing !== null) return nothing;
    const places = ports.addresses.flatMap((place): Place<Opened>[] => {
      const before = history.ports?.find(({ address }) => address === place.address);
      if (before === undefined) return [];
      const { lastSeenMs } = before;
      const location = portLocation(place, 443);
      const closed = closedBy(place);
      if (closed !== null) return [{ settled: closed, location }];
      const opened = ports.open.filter(
        ({ address, port }) => address === place.address && before.closed.includes(port),
      );
      return [
        { settled: pass(`No port opened since the audit of ${dayOf(lastSeenMs)}`), location },
        ...opened.map((open) => ({
          of: { open: { ...open, host: place.host }, lastSeenMs },
          location: portLocation(place, open.port),
          weigh: (verdict: Verdict) => weighShared(verdict, place),
        })),
      ];
    });
    return places.length === 0 ? notApplicable('No earlier audit tested the ports of these addresses') : { places };
  },
  quote: ({ open }) => quotePort(open),
};

export const portUnexpected = checkOf(openedPorts, {
  id: 'port-unexpected',
  title: 'No port opened since the last audit',
  finding: 'Newly open ports',
  judge: ({ open: { service, port }, lastSeenMs }) => {
    const name = service === null ? '' : ` (${serviceNames[service]})`;
    return `TCP port ${port}${name} is open, and was closed in the audit of ${dayOf(lastSeenMs)}.`;
  },
});
