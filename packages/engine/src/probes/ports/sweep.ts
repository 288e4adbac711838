import { createHash } from 'node:crypto';
import { deepPorts, standardPorts } from '@perimeter/protocols/services/ports.data';
import { talks } from '@perimeter/protocols/services/talks.data';
import type { OpenPort, PortsEvidence, SweptAddress } from '../../evidence/ports/schema.ts';
import type { PlannedAddress } from './addresses.ts';
import { askPort, bannedFailure, type PortMeans, type PortState } from './ask-port.ts';
import { type Door, watchDoor } from './door.ts';
import { edgePorts, tarpitShare } from './limits.data.ts';

type Asked = { port: number } & PortState;

/** Three ports in the dynamic range (RFC 6335 section 6) that are not in this audit's list. */
export function controlPorts(seed: string): number[] {
  const digest = createHash('sha256').update(`${seed} control ports`).digest();
  return [0, 1, 2].map((at) => 49_152 + 5_000 * at + (digest.readUInt16BE(at * 2) % 5_000));
}

const portsWhere = (asked: readonly Asked[], state: 'closed' | 'silent'): number[] =>
  asked.filter((one) => one.state === state).map(({ port }) => port);

const opened = (asked: readonly Asked[]): OpenPort[] =>
  asked.flatMap((one) => (one.state === 'open' ? [one.open] : []));

const shortList = new Set(standardPorts);

/** Connections are accepted at unused ports, or every service is imitated: no port is certainly open. */
function isTarpit(asked: readonly Asked[], controls: readonly Asked[]): boolean {
  if (controls.filter(({ state }) => state === 'open').length >= 2) return true;
  const open = opened(asked);
  const isMost = (count: number, of: number): boolean => of > 8 && count > of * tarpitShare;
  const short = asked.filter(({ port }) => shortList.has(port));
  return (
    isMost(open.filter(({ heardBytes }) => heardBytes === 0).length, asked.length) ||
    isMost(opened(short).length, short.length)
  );
}

/** The ports to test at an address: at an edge only those that it serves for customers. */
function portsFor({ edge }: PlannedAddress, longList: boolean): readonly number[] {
  if (edge !== null) return edgePorts;
  return longList ? deepPorts : standardPorts;
}

/** Ports whose silence counts as an answer need two tries: one packet may be lost. */
const retried = new Set([...standardPorts, ...talks.flatMap(({ ports }) => ports)]);

/** One swept address with its open ports. */
export interface Sweep {
  address: SweptAddress;
  open: OpenPort[];
}

/** Tests the ports of one address and three unused ones, as long as port 443 answers as before. */
export async function sweepAddress(planned: PlannedAddress, means: PortMeans, before: Door): Promise<Sweep> {
  const watch = watchDoor(planned, means, before);
  const ask = async (port: number, tries: 1 | 2): Promise<Asked> => {
    const isOver = (): boolean => watch.changed() !== null;
    const state = await askPort({ address: planned.address, host: planned.host, port }, { ...means, tries, isOver });
    watch.count();
    return { port, ...state };
  };
  const ports = portsFor(planned, means.longList);
  const [controls, asked] = await Promise.all([
    Promise.all((planned.edge === null ? controlPorts(means.context.target.seed) : []).map((port) => ask(port, 1))),
    Promise.all(ports.map((port) => ask(port, retried.has(port) ? 2 : 1))),
  ]);
  await watch.end();
  const after = watch.changed();
  // An answer that a ban gives at every port proves nothing about one.
  const doubted = new Set(after === null ? [] : after === 'closed' ? ['closed', 'silent'] : ['silent']);
  const unseen = asked.flatMap(({ port, ...one }) =>
    one.state === 'unseen'
      ? [{ port, failure: one.failure }]
      : doubted.has(one.state)
        ? [{ port, failure: bannedFailure }]
        : [],
  );
  const sure = asked.filter(({ state }) => !doubted.has(state));
  return {
    address: {
      ...planned,
      asked: ports.length,
      closed: portsWhere(sure, 'closed'),
      silent: portsWhere(sure, 'silent'),
      answering: before !== 'none' && after === null,
      unseen,
      controls: controls.map(({ port, state }) => ({ port, state })),
      tarpit: isTarpit(asked, controls),
    },
    open: opened(asked),
  };
}

/** Results in order of addresses and ports. */
export const gathered = (sweeps: readonly Sweep[]): Pick<PortsEvidence, 'addresses' | 'open'> => ({
  addresses: sweeps.map(({ address }) => address),
  open: sweeps.flatMap(({ open }) => open.toSorted((a, b) => a.port - b.port)),
});
