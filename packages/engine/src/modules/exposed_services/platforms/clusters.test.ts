import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import { loginRows, portOf, serviceAt, sweptWith, testRows } from '../testing/evidence.ts';
import { svcCoordinationOpen, svcDockerApi, svcKubernetesAnon, svcQueueOpen } from './clusters.ts';

testRows([
  ...loginRows(svcDockerApi, serviceAt(2375, 'docker', 'open', { version: '24.0.5' }), /Docker 24\.0\.5 on port 2375/),
  [
    svcDockerApi,
    'a filter that lets the version through',
    sweptWith([serviceAt(2375, 'docker', 'unknown', { version: '24.0.5', sent: 'GET /version HTTP/1.1' })]),
    'fail',
    /Docker 24\.0\.5 on port 2375 tells strangers its version.*a filter[^]*curl .*:2375\/version'/,
  ],
  [svcCoordinationOpen, 'Vault', sweptWith([serviceAt(8200, 'vault', 'open')]), 'fail', /not initialized/],
  [svcCoordinationOpen, 'Vault that has its keys', sweptWith([serviceAt(8200, 'vault', 'guarded')]), 'pass'],
  ...loginRows(svcKubernetesAnon, serviceAt(10_250, 'kubelet', 'open'), /answered \/pods without credentials/),
  [svcKubernetesAnon, 'the API', sweptWith([serviceAt(6443, 'kubernetes', 'open')]), 'fail', /answered \/api/],
  ...loginRows(svcCoordinationOpen, serviceAt(2379, 'etcd', 'open'), /etcd on port 2379/),
  ...loginRows(svcQueueOpen, serviceAt(5672, 'amqp', 'open'), /AMQP on port 5672/),
  [svcQueueOpen, 'MQTT, which is not asked', sweptWith([portOf(1883)]), 'inconclusive', /MQTT is open/],
  [svcQueueOpen, 'ActiveMQ', sweptWith([serviceAt(61_616, 'activemq', 'unknown')]), 'inconclusive', /takes a login/],
]);

test("readable pods weigh more than a cluster's API, and a filtered Docker API less than an open one", () => {
  const tls = { protocol: 'TLSv1.3', subject: 'x', issuer: 'x', names: [], selfSigned: true };
  const weightOf = (open: ReturnType<typeof serviceAt>, check = svcKubernetesAnon) => {
    const [draft] = draftsOf(check.evaluate(sweptWith([open])));
    return draft !== undefined && 'cvss' in draft ? draft.cvss : undefined;
  };
  assert.equal(weightOf(serviceAt(10_250, 'kubelet', 'open', { tls })), 'confidentialRead');
  assert.equal(weightOf(serviceAt(8001, 'kubernetes', 'open')), undefined);
  assert.equal(weightOf(serviceAt(2375, 'docker', 'unknown'), svcDockerApi), 'limitedAvailability');
  assert.equal(weightOf(serviceAt(2375, 'docker', 'open'), svcDockerApi), undefined);
  assert.equal(weightOf(serviceAt(6443, 'kubernetes', 'open', { tls })), undefined);
});
