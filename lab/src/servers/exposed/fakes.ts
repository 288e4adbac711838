import { serveSite } from '../web.ts';
import { cassandra, db2, mariadbRefusing, mongodb, mssql, mysql, oracle, postgresql, zookeeper } from './databases.ts';
import { silent, type TcpFake } from './fake.ts';
import { rpc } from './files.ts';
import { clusterServices } from './http-clusters.ts';
import { consoleServices } from './http-consoles.ts';
import { rservice } from './logins.ts';
import { activemq, amqp, kafka } from './queues.ts';
import { adb, vnc, x11 } from './screens.ts';
import { endpointMapper, rdp } from './windows.ts';

/** One of our own services in its open and guarded state; without the latter the port is closed. */
interface Twin {
  readonly open: TcpFake;
  readonly guarded?: TcpFake;
}

const byAccess = (fake: (isOpen: boolean) => TcpFake): Twin => ({ open: fake(true), guarded: fake(false) });

const binaryServices: Readonly<Record<string, Twin>> = {
  mongodb: byAccess(mongodb),
  mysql: { open: mysql, guarded: mariadbRefusing },
  postgresql: { open: postgresql(false) },
  mssql: { open: mssql },
  oracle: { open: oracle },
  cassandra: { open: cassandra },
  db2: { open: db2 },
  zookeeper: byAccess(zookeeper),
  rexec: { open: rservice },
  rlogin: { open: rservice },
  rsh: { open: rservice },
  'endpoint-mapper': { open: endpointMapper },
  rdp: { open: rdp(false), guarded: rdp(true) },
  vnc: { open: vnc('none'), guarded: vnc('password') },
  x11: byAccess(x11),
  adb: byAccess(adb),
  rpcbind: byAccess(rpc),
  nfs: byAccess(rpc),
  amqp: { open: amqp('qpid', 'ANONYMOUS PLAIN'), guarded: amqp('RabbitMQ', 'PLAIN AMQPLAIN') },
  kafka: byAccess(kafka),
  activemq: { open: activemq },
  mqtt: { open: silent },
};

/** The service of that name; null where none of ours has it. */
export function fakeOf(name: string, isOpen: boolean): TcpFake | null {
  const http = clusterServices[name] ?? consoleServices[name];
  if (http !== undefined) return (socket) => serveSite(socket, isOpen ? http.open : http.guarded);
  const twin = binaryServices[name];
  return (isOpen ? twin?.open : twin?.guarded) ?? null;
}
