import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftsOf } from '../../../catalogue/testing/rows.ts';
import { loginRows, portOf, serviceAt, sweptWith, testRows } from '../testing/evidence.ts';
import { svcCoordinationOpen, svcDockerApi, svcKubernetesAnon, svcQueueOpen } from './clusters.ts';

testRows([
  ...loginRows(svcDockerApi, serviceAt(2375, 'docker', 'open', { version: '24.0.5' }), /Docker 24\.0\.5 on port 2375/),
  ...loginRows(svcKubernetesAnon, serviceAt(10_250, 'kubelet', 'open'), /answered \/pods without credentials/),
  [svcKubernetesAnon, 'the API', sweptWith([serviceAt(6443, 'kubernetes', 'open')]), 'fail', /answered \/api/],
  ...loginRows(svcCoordinationOpen, serviceAt(2379, 'etcd', 'open'), /etcd on port 2379/),
  ...loginRows(svcQueueOpen, serviceAt(5672, 'amqp', 'open'), /AMQP on port 5672/),
  [svcQueueOpen, 'MQTT, which is not asked', sweptWith([portOf(1883)]), 'inconclusive', /MQTT is open/],
  [svcQueueOpen, 'ActiveMQ', sweptWith([serviceAt(61_616, 'activemq', 'unknown')]), 'inconclusive', /takes a login/],
]);

test('pods, and an API without TLS, weigh more than the API of a cluster', () => {
  const tls = { protocol: 'TLSv1.3', subject: 'x', issuer: 'x', names: [], selfSigned: true };
  const weightOf = (open: ReturnType<typeof serviceAt>) => {
    const [draft] = draftsOf(svcKubernetesAnon.evaluate(sweptWith([open])));
    return draft !== undefined && 'cvss' in draft ? draft.cvss : undefined;
  };
  assert.equal(weightOf(serviceAt(10_250, 'kubelet', 'open', { tls })), 'confidentialRead');
  assert.equal(weightOf(serviceAt(8001, 'kubernetes', 'open')), 'unauthenticatedControl');
  assert.equal(weightOf(serviceAt(6443, 'kubernetes', 'open', { tls })), undefined);
});
