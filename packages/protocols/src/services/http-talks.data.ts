import { httpReader, type HttpSigns } from './http-reader.ts';
import type { Talk } from './talk.ts';

const get = (
  ports: readonly number[],
  path: string,
  signs: HttpSigns,
  more: Pick<Talk, 'tls'> = { tls: 'maybe' },
): Talk => ({
  service: signs.service,
  ports,
  ...more,
  speak: 'first',
  message: { get: path },
  read: httpReader(signs),
});

/** Services over HTTP: the path that a login should guard, or that tells the version. */
export const httpTalks: readonly Talk[] = [
  get([9200], '/', {
    service: 'elasticsearch',
    open: /"cluster_name"/,
    guarded: /security_exception|realm="security"|Elasticsearch|OpenSearch/i,
    version: /"number" ?: ?"([\w.-]+)"/,
  }),
  get([2375, 2376], '/version', {
    service: 'docker',
    open: /"ApiVersion"/,
    guarded: /^400 [^]*Client sent an HTTP request to an HTTPS server|^40[13] [^]*docker/i,
    version: /"Version" ?: ?"([\w.+-]+)"/,
  }),
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
    open: /"config"/i,
    guarded: /Permission denied|X-Nomad-/i,
  }),
  get(
    [10250],
    '/pods',
    { service: 'kubelet', open: /"kind" ?: ?"PodList"/, guarded: /^40[13] [^]*(?:Unauthorized|Forbidden)/ },
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
    open: /X-Influxdb-|"results"/i,
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
  get([7474], '/db/data/', {
    service: 'neo4j',
    open: /"neo4j_version"/,
    guarded: /neo4j|Neo\.ClientError/i,
    version: /"neo4j_version" ?: ?"([\d.]+)"/,
  }),
  get([5601], '/api/status', {
    service: 'kibana',
    open: /kbn-(?:name|version)|"overall"/i,
    guarded: /kbn-(?:name|version)/i,
    version: /"number" ?: ?"([\d.]+)"/,
  }),
  get([8888], '/api/kernels', {
    service: 'jupyter',
    open: /^HTTP\/1\.[01] 200[^]*(?:TornadoServer|application\/json)[^]*\r\n\r\n\[/i,
    guarded: /TornadoServer|"message" ?: ?"Forbidden"/i,
  }),
  get([8265], '/api/jobs/', { service: 'ray', open: /application\/json[^]*\r\n\r\n\[/i }),
  get([3000], '/api/org', { service: 'grafana', open: /"name" ?: ?"[^"]*"[^]*|"id" ?: ?1/, guarded: /Unauthorized/ }),
  get([8080, 8443], '/script', {
    service: 'jenkins',
    open: /X-Jenkins/i,
    guarded: /X-Jenkins/i,
    version: /X-Jenkins: ([\d.]+)/i,
  }),
  get([4040], '/api/v1/applications', { service: 'spark', open: /application\/json[^]*\r\n\r\n\[ ?\{? ?"?(?:id)?/i }),
  get([9090], '/api/v1/status/buildinfo', {
    service: 'prometheus',
    open: /"status" ?: ?"success"/,
    version: /"version" ?: ?"([\d.]+)"/,
  }),
  get([11434], '/api/version', { service: 'ollama', open: /\{"version" ?: ?"/, version: /"version" ?: ?"([\w.-]+)"/ }),
  get([8000], '/v1/models', { service: 'model-server', open: /"object" ?: ?"list"/ }),
  get([6333], '/collections', { service: 'qdrant', open: /"collections"/, guarded: /api.?key/i }),
  get([9000], '/', { service: 'minio', open: /ListAllMyBucketsResult/, guarded: /MinIO|AccessDenied/ }),
  get([5985, 5986], '/wsman', {
    service: 'winrm',
    isMarkOnly: true,
    open: /Microsoft-HTTPAPI/,
    statuses: [200, 401, 404, 405],
  }),
];
