import type { OpenPort } from '../../../evidence/ports/schema.ts';
import { type Exposed, openCheck, serviceCheck, serviceText } from '../service-check.ts';

export const svcDockerApi = openCheck({
  id: 'svc-docker-api',
  title: 'The Docker API is not open to strangers',
  finding: 'Docker API without authentication',
  weakness: { cvss: 'unauthenticatedControl', cwe: [306] },
  services: ['docker'],
  describe: (open) =>
    `The API of Docker${open.version === null ? '' : ` ${open.version}`} on port ${open.port} answers anybody. Strangers can start a container with the disk of the host and are root there.`,
});

/** What an answer without credentials gives: of a kubelet the pods with their secrets, without TLS the rights of whom a proxy acts for. */
const gravityOf = ({ service, tls }: OpenPort): Pick<Exposed, 'cvss' | 'confidence'> => {
  if (service === 'kubelet') return { cvss: 'confidentialRead' };
  return tls === null ? { cvss: 'unauthenticatedControl', confidence: 'firm' } : {};
};

export const svcKubernetesAnon = serviceCheck({
  id: 'svc-kubernetes-anon',
  title: 'Kubernetes does not answer anonymous requests',
  finding: 'Kubernetes API or kubelet answers anonymous requests',
  weakness: { cvss: 'limitedAvailability', cwe: [306] },
  services: ['kubernetes', 'kubelet'],
  judge: (open) => {
    if (open.access !== 'open') return null;
    const isKubelet = open.service === 'kubelet';
    const risk = isKubelet
      ? ' Specifications of pods often hold secrets.'
      : open.tls === null
        ? ' Without TLS it is usually kubectl proxy, which gives strangers the rights of its user.'
        : '';
    return {
      description: `${serviceText(open)} on port ${open.port} answered ${isKubelet ? '/pods' : '/api'} without credentials.${risk} Expected: 401 or 403, and reachable from named networks only.`,
      ...gravityOf(open),
    };
  },
});

export const svcCoordinationOpen = serviceCheck({
  id: 'svc-coordination-open',
  title: 'Cluster coordination services (etcd, Consul, Nomad, ZooKeeper) require a login',
  finding: 'Cluster coordination service without authentication',
  weakness: { cvss: 'confidentialRead', cwe: [306] },
  services: ['etcd', 'consul', 'nomad', 'zookeeper'],
  judge: (open) =>
    open.access === 'open'
      ? {
          description: `${serviceText(open)} on port ${open.port} answers without a login. It holds configuration and often the secrets of a whole cluster.`,
          // ZooKeeper answers srvr to everybody, also where its data require a login.
          ...(open.service === 'zookeeper' ? { confidence: 'firm' as const } : {}),
        }
      : null,
});

export const svcQueueOpen = serviceCheck({
  id: 'svc-queue-open',
  title: 'Message brokers require a login',
  finding: 'Message broker without authentication',
  weakness: { cvss: 'confidentialRead', cwe: [306] },
  mode: 'deep',
  services: ['amqp', 'kafka', 'activemq', 'mqtt'],
  judge: (open) => {
    const { port, service, access } = open;
    if (access === 'open')
      return {
        description: `${serviceText(open)} on port ${port} opens a session without a login.`,
        // What a broker offers was not tried.
        ...(service === 'amqp' ? { confidence: 'firm' as const } : {}),
      };
    if (access === 'guarded') return null;
    return service === null && port !== 1883
      ? null
      : `${service === null ? 'MQTT' : serviceText(open)} is open on port ${port}; whether it requires a login is not tested, because that takes a login`;
  },
});
