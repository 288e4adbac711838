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
