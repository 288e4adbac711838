import { loginRows, serviceAt, serviceRows, sweptWith, testRows } from '../testing/evidence.ts';
import {
  svcDatabase,
  svcElasticsearchNoauth,
  svcMemcached,
  svcMongodbNoauth,
  svcRedisNoauth,
  svcWebdbOpen,
} from './databases.ts';

const redis = serviceAt(6379, 'redis', 'open', { sent: 'PING\\r\\n', heard: '+PONG\\r\\n' });
const mysql = serviceAt(3306, 'mysql', 'unknown', { product: 'MySQL', version: '8.0.36' });

testRows([
  ...serviceRows(svcDatabase, mysql, 'fail', /MySQL 8\.0\.36 answers strangers on port 3306/),
  [
    svcDatabase,
    'it refuses our address',
    sweptWith([{ ...mysql, marks: ['host-refused'] }]),
    'fail',
    /refuses this.*list of hosts/,
  ],
  [
    svcDatabase,
    'PostgreSQL without TLS',
    sweptWith([serviceAt(5432, 'postgresql', 'unknown', { marks: ['no-tls'] })]),
    'fail',
    /guessed.*plaintext/,
  ],
  [svcDatabase, 'MySQL without TLS', sweptWith([{ ...mysql, marks: ['no-tls'] }]), 'fail', /guessed.*plaintext/],
  [svcDatabase, 'MySQL with TLS', sweptWith([{ ...mysql, marks: ['tls-offered'] }]), 'fail', /reached\. Expected/],
  [svcDatabase, 'Redis that requires a login', sweptWith([{ ...redis, access: 'guarded' }]), 'fail', /Redis answers/],
  [
    svcDatabase,
    'Redis in protected mode',
    sweptWith([{ ...redis, access: 'guarded', marks: ['host-refused'] }]),
    'fail',
    /protected mode alone/,
  ],
  [svcDatabase, 'Redis that requires none', sweptWith([redis]), 'not-applicable', /Reported as svc-redis-noauth/],
  [svcDatabase, 'both', sweptWith([redis, mysql]), 'fail', /3306/],
  [svcDatabase, 'MongoDB', sweptWith([serviceAt(27_017, 'mongodb', 'unknown')]), 'fail', /MongoDB answers/],
  ...loginRows(svcRedisNoauth, redis, /\+PONG[^]*python3 -c .*s\.sendall\(b'PING\\r\\n'\)/),
  ...loginRows(svcMongodbNoauth, serviceAt(27_017, 'mongodb', 'open'), /without a login/),
  [
    svcMongodbNoauth,
    'a standard audit',
    sweptWith([serviceAt(27_017, 'mongodb', 'unknown')]),
    'inconclusive',
    /deep mode/,
  ],
  ...loginRows(
    svcElasticsearchNoauth,
    serviceAt(9200, 'elasticsearch', 'open', { sent: 'GET / HTTP/1.1\\r\\n', version: '8.14.0' }),
    /8\.14\.0[^]*curl -ski --globoff --max-time 9 'http:\/\/203\.0\.113\.10:9200\/'/,
  ),
  ...loginRows(svcMemcached, serviceAt(11_211, 'memcached', 'open', { version: '1.6.18' }), /memcached 1\.6\.18/),
  ...loginRows(svcWebdbOpen, serviceAt(5984, 'couchdb', 'open'), /CouchDB on port 5984/),
  [svcWebdbOpen, 'without authority', sweptWith([], {}, { longList: false }), 'not-applicable', /stated authority/],
]);
