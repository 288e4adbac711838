import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import { exposedServices, type ExposedService } from '@perimeter/lab/hosts/exposed.data';
import type { OpenPort, PortsEvidence } from '../../../evidence/ports/schema.ts';
import { portsOf } from './lab-ports.ts';

/** Services of the lab with other names in the product; null: silent, so unknown. */
const ids: Readonly<Record<string, string | null>> = {
  cassandra: 'database',
  db2: null,
  'kubectl-proxy': 'kubernetes',
  netbios: 'smb',
  'endpoint-mapper': null,
  rexec: null,
  rlogin: null,
  rsh: null,
  mqtt: null,
  mosquitto: null,
  mariadb: 'mysql',
  etcd3: 'etcd',
  vllm: 'model-server',
  postgres: 'postgresql',
  portmapper: 'rpcbind',
  xrdp: 'rdp',
  tigervnc: 'vnc',
};

/** Without a login these only show their identity, not whether they need a login. */
const withoutAccess = new Set(
  'mysql mariadb postgresql postgres mssql oracle cassandra telnet ftp pop3 imap smb netbios rdp xrdp activemq winrm'.split(
    ' ',
  ),
);

/** Behind a web server's login they cannot be recognized. */
const hiddenByLogin = new Set('prometheus ray spark ollama vllm'.split(' '));

/** Marks that distinguish two variants with the same access. */
const marks: Readonly<Record<string, readonly [open: string, guarded: string]>> = {
  ftp: ['no-tls', 'tls-offered'],
  pop3: ['no-tls plain-login', 'tls-offered'],
  imap: ['no-tls plain-login', 'tls-offered'],
  rdp: ['no-nla', 'nla'],
  xrdp: ['no-nla', ''],
  postgres: ['no-tls', 'tls-offered'],
};

const idOf = (name: string): string | null => (name in ids ? (ids[name] ?? null) : name);

function assertOpen({ name }: ExposedService, open: OpenPort): void {
  const id = idOf(name);
  assert.equal(open.service, id, name);
  assert.equal(open.access, id === null || withoutAccess.has(name) ? 'unknown' : 'open', name);
}

function assertGuarded({ name }: ExposedService, open: OpenPort): void {
  assert.notEqual(open.access, 'open', name);
  assert.equal(open.service, hiddenByLogin.has(name) ? 'http' : idOf(name), name);
}

function assertAsTold(service: ExposedService, { open }: PortsEvidence): void {
  const { name, port, isOpen } = service;
  const found = open.find((one) => one.port === port);
  assert.ok(found, `${name}: port ${port} is open`);
  (isOpen ? assertOpen : assertGuarded)(service, found);
  const wanted = marks[name]?.[isOpen ? 0 : 1];
  if (wanted !== undefined) assert.equal(found.marks.join(' '), wanted, name);
}

/** Every host of the table. */
export const hostsWithServices: readonly string[] = [...new Set(exposedServices.map(({ host }) => host))];

/** Tests what the table says of the services of these hosts. */
export function testServices(hosts: readonly string[]): void {
  sideBySide('services of a host', () => {
    for (const host of hosts) {
      const services = exposedServices.filter((one) => one.host === host);
      labTest(
        host,
        async () => {
          const evidence = await portsOf(host);
          const [address] = evidence.addresses;
          assert.equal(address?.tarpit, false);
          const expected = services.filter(({ udp }) => udp !== true);
          for (const service of expected) assertAsTold(service, evidence);
          const known = new Set(expected.map(({ port }) => port));
          assert.deepEqual(
            evidence.open.filter(({ port }) => !known.has(port)).map(({ port }) => port),
            [],
            'nothing else is open',
          );
        },
        services.flatMap(({ daemons }) => daemons),
      );
    }
  });
}
