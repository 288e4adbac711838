import { openBy } from '../../../catalogue/outcome.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { portsOfServices } from '../../derive/subjects/ports.ts';
import { serviceText } from '../../derive/network/swept.ts';

export const svcDockerApi = checkOf(portsOfServices(['docker']), {
  id: 'svc-docker-api',
  title: 'The Docker API is not open to strangers',
  finding: 'Docker API without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  judge: ({ access, version, port, service }) => {
    const name = `The API of Docker${version === null ? '' : ` ${version}`} on port ${port}`;
    if (access === 'open')
      return {
        description: `${name} answers anybody. Strangers can start a container with the disk of the host and are root there.`,
      };
    if (access === 'guarded' || service === null) return null;
    const filtered = `${name} tells strangers its version, and not which containers it has: a filter is in front of it.`;
    const expected = 'Expected: not reachable by strangers, as what else passes depends on the filter alone.';
    return { description: `${filtered} ${expected}`, confidence: 'firm', cvss: 'limitedAvailability' };
  },
});

export const svcKubernetesAnon = checkOf(portsOfServices(['kubernetes', 'kubelet']), {
  id: 'svc-kubernetes-anon',
  title: 'Kubernetes does not answer anonymous requests',
  finding: 'Kubernetes API or kubelet answers anonymous requests',
  weakness: { cvss: 'limitedAvailability', cwe: [306] },
  judge: (open) => {
    if (open.access !== 'open') return null;
    const isKubelet = open.service === 'kubelet';
    const risk = isKubelet ? ' Specifications of pods often hold secrets.' : '';
    return {
      description: `${serviceText(open)} on port ${open.port} answered ${isKubelet ? '/pods' : '/api'} without credentials.${risk} Expected: 401 or 403, and reachable from named networks only.`,
      // Pod specifications are confidential content; paths of the API are not (docs/decisions/0043).
      ...(isKubelet ? { cvss: 'confidentialRead' as const } : {}),
    };
  },
});

export const svcCoordinationOpen = checkOf(portsOfServices(['etcd', 'consul', 'nomad', 'vault', 'zookeeper']), {
  id: 'svc-coordination-open',
  title: 'Cluster coordination services (etcd, Consul, Nomad, Vault, ZooKeeper) require a login',
  finding: 'Cluster coordination service without authentication',
  weakness: { cvss: 'confidentialRead', cwe: [306] },
  judge: (open) =>
    open.access === 'open'
      ? {
          description: `${serviceText(open)} on port ${open.port} ${open.service === 'vault' ? 'is not initialized: the first stranger who does that gets its keys' : 'answers without a login. It holds configuration and often the secrets of a whole cluster'}.`,
          // ZooKeeper answers srvr without authentication, even where its data requires a login.
          ...(open.service === 'zookeeper' ? { confidence: 'firm' as const } : {}),
        }
      : null,
});

export const svcQueueOpen = checkOf(portsOfServices(['amqp', 'kafka', 'activemq', 'mqtt']), {
  id: 'svc-queue-open',
  title: 'Message brokers require a login',
  finding: 'Message broker without authentication',
  weakness: { cvss: 'confidentialRead', cwe: [306] },
  mode: 'deep',
  judge: (open) => {
    const { port, service, access } = open;
    if (access === 'open')
      return {
        description: `${serviceText(open)} on port ${port} opens a session without a login.`,
        // Access to the broker's queues was not tested.
        ...(service === 'amqp' ? { confidence: 'firm' as const } : {}),
      };
    if (access === 'guarded') return null;
    return service === null && port !== 1883
      ? null
      : openBy('broker-login-untested', { service: service === null ? 'MQTT' : serviceText(open), port });
  },
});
