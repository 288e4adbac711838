import { serviceNames } from '@perimeter/protocols/services/services.data';
import { talkOf } from '@perimeter/protocols/services/talks.data';
import type { Section, SectionStatus, SectionTable } from '@perimeter/contract/section';
import { failureText } from '../failure-text.ts';
import { filled, state, tableOf } from '../section.ts';
import { exposureMap, portMatrix } from './map.ts';
import type { OpenPort, PortsEvidence, SweptAddress } from './schema.ts';

const ownerCell = ({ edge, sharedWith, tarpit }: SweptAddress): SectionStatus | null => {
  if (tarpit) return state('fair', 'accepts connections on any port');
  if (edge !== null) return state('neutral', `operated by ${edge.name}`);
  return sharedWith === null ? null : state('neutral', `shared with ${sharedWith}`);
};

const addressTable = ({ addresses, open, longList }: PortsEvidence): SectionTable =>
  tableOf(
    'Tested addresses',
    [
      ['Address', 'code'],
      ['Host', 'code'],
      ['Tested', 'number'],
      ['Open', 'number'],
      ['Closed', 'number'],
      ['No answer', 'number'],
      ['Remark', 'status'],
    ],
    addresses.map((place) => [
      place.address,
      place.host,
      place.asked,
      open.filter(({ address }) => address === place.address).length,
      place.closed.length,
      place.silent.length + place.unseen.length,
      ownerCell(place),
    ]),
    `${longList ? 'Long' : 'Short'} list of TCP ports. A port without an answer may be filtered; it does not count as closed.`,
  );

/** What an open port is to strangers. */
export function accessCell({ access, service, port }: OpenPort): SectionStatus {
  if (access === 'open') return state('bad', 'no login');
  if (access === 'guarded') return state('fair', 'refuses strangers');
  return state(
    'neutral',
    service === null && talkOf(port) !== undefined ? 'not identified' : service === null ? 'unknown' : 'answers',
  );
}

const portTable = ({ open }: PortsEvidence): SectionTable =>
  tableOf(
    'Open ports',
    [
      ['Address', 'code'],
      ['Port', 'number'],
      ['Service', 'text'],
      ['Version', 'code'],
      ['TLS', 'text'],
      ['Access', 'status'],
    ],
    open.map((one) => [
      one.address,
      one.port,
      one.service === null
        ? one.failure === null
          ? null
          : failureText(one.failure)
        : (one.product ?? serviceNames[one.service]),
      one.version,
      one.tls === null ? null : one.tls.protocol,
      accessCell(one),
    ]),
  );

const datagramTable = ({ datagrams }: PortsEvidence): SectionTable =>
  tableOf(
    'UDP services that answered',
    [
      ['Address', 'code'],
      ['Port', 'number'],
      ['Service', 'text'],
      ['Bytes sent', 'number'],
      ['Bytes received', 'number'],
    ],
    datagrams
      .filter(({ state: what }) => what === 'answered')
      .map(({ address, port, service, sentBytes, heardBytes }) => [address, port, service, sentBytes, heardBytes]),
  );

/** The ports of the site's addresses and what listens there; null where none was tested. */
export function portsSection({ ports }: { ports?: PortsEvidence | undefined }): Section | null {
  if (ports === undefined || ports.addresses.length === 0) return null;
  return {
    id: 'ports',
    title: 'Exposed services',
    tables: filled(addressTable(ports), portMatrix(ports), portTable(ports), datagramTable(ports)),
    figures: exposureMap(ports),
  };
}
