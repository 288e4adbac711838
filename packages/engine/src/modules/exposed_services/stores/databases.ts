import { openBy } from '../../../catalogue/outcome.ts';
import type { OpenPort } from '../../../evidence/ports/schema.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices, coveredBy, whereOpen } from '../../derive/subjects/ports.ts';
import { serviceText } from '../../derive/network/swept.ts';

function databaseText(open: OpenPort): string {
  const answers = `${serviceText(open)} answers strangers on port ${open.port}`;
  const list = open.service === 'redis' ? 'protected mode' : 'its list of hosts';
  const risk = open.marks.includes('host-refused')
    ? ` and refuses this address: ${list} alone keeps strangers out.`
    : ': passwords can be guessed, and flaws before the login reached.';
  const plain = open.marks.includes('no-tls')
    ? ' It offers no TLS: logins and data cross the network in plaintext.'
    : '';
  return `${answers}${risk}${plain} Expected: reachable from the application only.`;
}

/** Data stores with separate checks for open access. */
const ownCheck: Readonly<Partial<Record<NonNullable<OpenPort['service']>, string>>> = {
  redis: 'svc-redis-noauth',
  mongodb: 'svc-mongodb-noauth',
};

export const svcDatabase = checkOf(
  portsOfServices(['mysql', 'postgresql', 'mssql', 'oracle', 'database', 'redis', 'mongodb']),
  {
    id: 'svc-database',
    title: 'No database is open to the internet',
    finding: 'Database exposed to the internet',
    weakness: { cvss: 'limitedAvailability', cwe: [668] },
    judge: (open) => {
      if (open.service === null) return null;
      const by = ownCheck[open.service];
      return open.access === 'open' && by !== undefined ? coveredBy(by) : { description: databaseText(open) };
    },
  },
);

export const svcRedisNoauth = checkOf(portsOfServices(['redis']), {
  id: 'svc-redis-noauth',
  title: 'Redis requires a login',
  finding: 'Redis without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  judge: whereOpen(
    ({ port }) =>
      `Redis on port ${port} executes commands of anybody: it answered PING without a login. Strangers can read and delete all data, and often write files on the host.`,
  ),
});

export const svcMongodbNoauth = checkOf(portsOfServices(['mongodb']), {
  id: 'svc-mongodb-noauth',
  title: 'MongoDB requires a login',
  finding: 'MongoDB without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  judge: (open) => {
    if (open.service !== null && open.access === 'unknown') return openBy('mongodb-login-deep', { port: open.port });
    return open.access === 'open'
      ? {
          description: `MongoDB on port ${open.port} executes commands of anybody: it counted a collection that does not exist without a login. Strangers can read, change and delete all data.`,
        }
      : null;
  },
});

export const svcElasticsearchNoauth = checkOf(portsOfServices(['elasticsearch']), {
  id: 'svc-elasticsearch-noauth',
  title: 'Elasticsearch and OpenSearch require a login',
  finding: 'Elasticsearch or OpenSearch without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  judge: whereOpen(
    (open) =>
      `${serviceText(open)} on port ${open.port} names its cluster without a login. Strangers can read, change and delete every index.`,
  ),
});

export const svcMemcached = checkOf(portsOfServices(['memcached']), {
  id: 'svc-memcached',
  title: 'Memcached is not open to strangers',
  finding: 'Memcached without authentication',
  weakness: { cvss: 'confidentialRead', cwe: [306] },
  judge: whereOpen(
    (open) =>
      `${serviceText(open)} on port ${open.port} answers commands of anybody. Its cache often holds sessions and personal data.`,
  ),
});

export const svcWebdbOpen = checkOf(portsOfServices(['couchdb', 'influxdb', 'clickhouse', 'solr', 'neo4j']), {
  id: 'svc-webdb-open',
  title: 'Databases with an HTTP interface require a login',
  finding: 'Database with an HTTP interface without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  mode: 'deep',
  judge: whereOpen(
    (open) =>
      `${serviceText(open)} on port ${open.port} answers without a login. Strangers can read and change its data.`,
  ),
});
