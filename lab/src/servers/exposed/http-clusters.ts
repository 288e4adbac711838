import { type HttpService, api, json, notFound, text, tlsOnly } from './http-answers.ts';

/** Elasticsearch: every path needs the login. */
const elasticsearch: HttpService = {
  open: {
    '/': json({
      name: 'node-1',
      cluster_name: 'lab-cluster',
      version: { number: '7.10.2', lucene_version: '8.7.0' },
      tagline: 'You Know, for Search',
    }),
    '*': json({ error: 'no such index' }, 404),
  },
  guarded: {
    '*': json(
      { error: { type: 'security_exception', reason: 'missing authentication credentials' }, status: 401 },
      401,
      [['WWW-Authenticate', 'Basic realm="security" charset="UTF-8"']],
    ),
  },
};

const docker: HttpService = {
  open: {
    '/_ping': text('OK'),
    '/version': json({ Version: '24.0.7', ApiVersion: '1.43', MinAPIVersion: '1.12', Os: 'linux' }, 200, [
      ['Api-Version', '1.43'],
      ['Server', 'Docker/24.0.7 (linux)'],
    ]),
    '/containers/perimeter/json': json({ message: 'No such container: perimeter' }, 404, [
      ['Api-Version', '1.43'],
      ['Server', 'Docker/24.0.7 (linux)'],
    ]),
    '*': json({ message: 'page not found' }, 404),
  },
  guarded: tlsOnly,
};

const forbidden = json(
  {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    message: 'forbidden: User "system:anonymous" cannot get path',
    reason: 'Forbidden',
    code: 403,
  },
  403,
);
/** The version is public by default (system:public-info-viewer). */
const kubernetes = api(
  {
    '/version': json({ major: '1', minor: '29', gitVersion: 'v1.29.2', platform: 'linux/amd64' }),
    '/healthz': text('ok'),
  },
  { '/api': json({ kind: 'APIVersions', versions: ['v1'] }), '/apis': json({ kind: 'APIGroupList', groups: [] }) },
  forbidden,
);

/** Stores and the parts of clusters by name, each as everybody finds it and as it should be. */
export const clusterServices: Readonly<Record<string, HttpService>> = {
  elasticsearch,
  docker,
  kubernetes,
  // The API proxy of kubectl adds the user's own credentials, and asks for none.
  'kubectl-proxy': { open: kubernetes.open, guarded: kubernetes.guarded },
  kubelet: {
    open: { '/healthz': text('ok'), '/pods': json({ kind: 'PodList', apiVersion: 'v1', items: [] }), '*': notFound },
    guarded: { '*': text('Unauthorized', 401) },
  },
  etcd: {
    open: {
      '/version': json({ etcdserver: '3.4.23', etcdcluster: '3.4.0' }),
      '/health': json({ health: 'true' }),
      '/v2/keys': json({ action: 'get', node: { dir: true } }, 200, [['X-Etcd-Cluster-Id', 'cdf818194e3a8c32']]),
      '/v2/keys/': json({ action: 'get', node: { dir: true } }, 200, [['X-Etcd-Cluster-Id', 'cdf818194e3a8c32']]),
      '/v3/kv/range': json({ header: { cluster_id: '14841639068965178418', revision: '1', raft_term: '2' } }),
      '/v2/members': json({ members: [{ id: '8e9e05c52164694d', name: 'default' }] }),
      '*': notFound,
    },
    guarded: {
      '/version': json({ etcdserver: '3.4.23', etcdcluster: '3.4.0' }),
      '/health': json({ health: 'true' }),
      '*': json({ message: 'Insufficient credentials' }, 401),
    },
  },
  // Without a token the catalogue of a guarded agent is an empty list, not an error.
  consul: api(
    { '/v1/status/leader': json('192.0.2.170:8300'), '/v1/catalog/nodes': json([]), '/v1/catalog/services': json({}) },
    { '/v1/agent/self': json({ Config: { Datacenter: 'dc1', Version: '1.17.0' } }), '/v1/kv/': json([]) },
    text('Permission denied: anonymous token lacks permission', 403),
  ),
  nomad: api(
    { '/v1/status/leader': json('192.0.2.170:4647') },
    {
      '/v1/agent/self': json({ config: { Version: { Version: '1.7.2' } } }),
      '/v1/jobs': json([]),
      '/v1/nodes': json([]),
    },
    text('Permission denied', 403),
  ),
};
