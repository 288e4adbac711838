import { httpReader, type HttpSigns } from './http-reader.ts';
import type { Talk } from './talk.ts';

const get = (
  ports: readonly number[],
  path: string,
  signs: HttpSigns,
  more: Pick<Talk, 'tls' | 'message'> = {},
): Talk => ({
  service: signs.service,
  ports,
  tls: 'maybe',
  speak: 'first',
  message: { get: path },
  read: httpReader(signs),
  ...more,
});

/** Services over HTTP: the path that a login should guard, or that shows the version. */
export const httpTalks: readonly Talk[] = [
  get([9200], '/', {
    service: 'elasticsearch',
    open: /"cluster_name"/,
    guarded: /security_exception|realm="security"|Elasticsearch|OpenSearch/i,
    version: /"number" ?: ?"([\w.-]+)"/,
    other: [/"distribution" ?: ?"opensearch"/, 'OpenSearch'],
  }),
  // A container that does not exist: Docker and Podman say so only to clients that may query containers, and name themselves in the head.
  get([2375, 2376], '/containers/perimeter/json', {
    service: 'docker',
    open: /no such container/i,
    statuses: [404],
    guarded: /^400 [^]*Client sent an HTTP request to an HTTPS server|^40[13] [^]*docker/i,
    version: /^Server: *Docker\/([\w.+-]+)/im,
  }),
  // Filters before the API often allow this request, and refuse the one about containers.
  get([2375, 2376], '/version', {
    service: 'docker',
    isMarkOnly: true,
    open: /"ApiVersion"/,
    version: /"Version" ?: ?"([\w.+-]+)"/,
  }),
  // A range of one key that nobody has, counted only: with a login required it is refused. Version 3 takes queries as POST alone
  // (https://etcd.io/docs/v3.5/dev-guide/api_grpc_gateway/), and version 2 of the API is off since etcd 3.4.
  get(
    [2379],
    '',
    {
      service: 'etcd',
      open: /"header" ?: ?\{ ?"cluster_id"/,
      guarded: /etcdserver: |Insufficient credentials/i,
    },
    { tls: 'maybe', message: { post: '/v3/kv/range', body: '{"key":"cGVyaW1ldGVy","count_only":true}' } },
  ),
  get([2379], '/v2/keys/', {
    service: 'etcd',
    open: /X-Etcd-Cluster-Id|"action" ?: ?"get"/i,
    guarded: /Insufficient credentials|X-Etcd-/i,
  }),
  get([8500], '/v1/agent/self', {
    service: 'consul',
    open: /"Datacenter"/,
    guarded: /Permission denied|X-Consul-/i,
    version: /"Version" ?: ?"([\w.+-]+)"/,
  }),
  get([4646], '/v1/agent/self', {
    service: 'nomad',
    open: /"config" ?: ?\{\s*"[A-Z]/,
    guarded: /Permission denied|X-Nomad-/i,
  }),
  // Vault and OpenBao tell their state to everybody. Who initializes one gets its keys (https://developer.hashicorp.com/vault/api-docs/system/health).
  get([8200], '/v1/sys/health', {
    service: 'vault',
    open: /"initialized" ?: ?false, ?"sealed"/,
    statuses: [200, 501],
    guarded: /"initialized" ?: ?true, ?"sealed"/,
    refusals: [200, 429, 472, 473, 503],
    version: /"version" ?: ?"([\w.+-]+)"/,
  }),
  get(
    [10250],
    '/pods',
    { service: 'kubelet', open: /"kind" ?: ?"PodList"/, guarded: /\r\n\r\nUnauthorized\s*$|\r\n\r\nForbidden \(user=/ },
    { tls: 'yes' },
  ),
  get(
    [6443],
    '/api',
    { service: 'kubernetes', open: /"kind" ?: ?"APIVersions"/, guarded: /"kind" ?: ?"Status"/ },
    { tls: 'yes' },
  ),
  get([8001], '/api', {
    service: 'kubernetes',
    open: /"kind" ?: ?"APIVersions"/,
    guarded: /"kind" ?: ?"Status"/,
  }),
  get([5984], '/_all_dbs', {
    service: 'couchdb',
    open: /CouchDB[^]*\r\n\r\n\[/i,
    guarded: /couchdb|server admin/i,
    version: /CouchDB\/([\d.]+)/,
  }),
  get([8086], '/query', {
    service: 'influxdb',
    open: /X-Influxdb-/i,
    statuses: [200, 400],
    guarded: /X-Influxdb-/i,
    version: /X-Influxdb-Version: ([\w.-]+)/i,
  }),
  get([8123], '/?query=SELECT%201', {
    service: 'clickhouse',
    open: /X-ClickHouse-/i,
    guarded: /ClickHouse|DB::Exception/i,
  }),
  get([8983], '/solr/admin/info/system', {
    service: 'solr',
    open: /"responseHeader"|solr-spec-version/,
    guarded: /solr/i,
    version: /"solr-spec-version" ?: ?"([\d.]+)"/,
  }),
  // A database that nobody has, and no statement: version 4 and later say so where no login is required
  // (https://neo4j.com/docs/http-api/current/), and the path of versions before is gone there.
  get(
    [7474],
    '',
    {
      service: 'neo4j',
      open: /"Neo\.ClientError\.Database\.DatabaseNotFound"/,
      statuses: [404],
      guarded: /Neo\.ClientError\.Security/,
    },
    { message: { post: '/db/perimeter/tx/commit', body: '{"statements":[]}' } },
  ),
  get([7474], '/db/data/', {
    service: 'neo4j',
    open: /"neo4j_version"/,
    guarded: /neo4j|Neo\.ClientError/i,
    version: /"neo4j_version" ?: ?"([\d.]+)"/,
  }),
  get([5601], '/api/status', {
    service: 'kibana',
    // It shows strangers only its state, with status 200, and its name and version after a login.
    open: /"uuid" ?: ?"[^"]{0,80}" ?, ?"version" ?: ?\{/,
    guarded: /(?:kbn|osd)-(?:name|version)|"status" ?: ?\{ ?"overall"/i,
    refusals: [200, 302, 401, 403, 503],
    version: /"number" ?: ?"([\d.]+)"/,
    // Kibana has had this path since version 5, and OpenSearch Dashboards has lower numbers.
    other: [/^osd-name:|"number" ?: ?"[123]\./im, 'OpenSearch Dashboards'],
  }),
  get([8888], '/api/kernels', {
    service: 'jupyter',
    // A list without kernels is not specific: the policy that Jupyter adds to the answers of its API is the second sign.
    open: /(?:\/api\/security\/csp-report|^Server: *TornadoServer[^]*; ?default-src 'none'(?=\r))[^]*\r\n\r\n\s*\[\s*\]|\r\n\r\n\s*\[\{"id": ?"[^"]{1,60}", ?"name": ?"[^"]{1,60}", ?"last_activity"/im,
    guarded: /\/api\/security\/csp-report|"message" ?: ?"Forbidden", ?"reason"/i,
  }),
  get([8265], '/api/jobs/', {
    service: 'ray',
    open: /^Server: *Python\/[\d.]+ aiohttp[^]*\r\n\r\n\s*\[(?:\]|\{"(?:type|job_id|submission_id)")/im,
  }),
  get([3000], '/api/org', {
    service: 'grafana',
    open: /\r\n\r\n\s*\{"id":\d+,"name":"[^"]*","address":\{"address1"/,
    guarded: /"message" ?: ?"Unauthorized"/,
  }),
  get([8080, 8443], '/script', {
    service: 'jenkins',
    open: /X-Jenkins/i,
    guarded: /X-Jenkins/i,
    version: /X-Jenkins: ([\d.]+)/i,
  }),
  get([4040], '/api/v1/applications', {
    service: 'spark',
    open: /\r\n\r\n\s*\[\s*\{\s*"id" ?: ?"[^"]{1,100}",\s*"name" ?: ?"[^"]{0,200}",\s*"(?:attempts|cores|maxCores|memoryPer)/,
  }),
  get([9090], '/api/v1/status/buildinfo', {
    service: 'prometheus',
    // Other APIs wrap their answers alike.
    open: /"status" ?: ?"success"[^]*"goVersion"/,
    version: /"version" ?: ?"([\d.]+)"/,
  }),
  get([11434], '/api/version', {
    service: 'ollama',
    open: /\r\n\r\n\s*\{"version" ?: ?"[\w.+-]{1,60}"\s*\}\s*(?:0\s*)?$/,
    version: /"version" ?: ?"([\w.-]+)"/,
  }),
  // Servers of llama.cpp list their models to everybody, whatever key the rest of them requires.
  get([8000], '/v1/models', { service: 'model-server', open: /^(?![^]*llamacpp)[^]*"object" ?: ?"model"/ }),
  // A tenant that does not exist: a server that requires a login refuses to answer.
  get([8000, 8001], '/api/v2/tenants/perimeter', {
    service: 'chroma',
    open: /"NotFoundError"[^]*tenant \W?perimeter/i,
    statuses: [404],
    guarded: /"error" ?: ?"(?:Chroma)?AuthError"/,
  }),
  // A collection that nobody has. Its port is that of gRPC, too, and has HTTP since version 2.3; messages have changed since.
  get([19_530], '/v1/vector/collections/describe?collectionName=perimeter', {
    service: 'milvus',
    open: /"code" ?: ?\d+, ?"message" ?: ?"[^"]{0,60}(?:can't find collection|collection not found)[^"]{0,60}perimeter/,
    statuses: [200, 404],
    guarded: /"code" ?: ?1800, ?"message" ?: ?"user hasn't authenticated/,
  }),
  get([6333], '/collections', { service: 'qdrant', open: /"result" ?: ?\{ ?"collections"/, guarded: /api.?key/i }),
  get([9000], '/', { service: 'minio', open: /ListAllMyBucketsResult/, guarded: /MinIO|AccessDenied/ }),
  get([5985, 5986], '/wsman', {
    service: 'winrm',
    isMarkOnly: true,
    open: /Microsoft-HTTPAPI/,
    // Other servers on Windows share this mark, and do not know the path (404).
    statuses: [401, 405],
  }),
];
