import type { HeaderLine } from '../../sites/site.ts';
import { type HttpService, api, basic, behindLogin, json, notFound, page, text, to, xml } from './http-answers.ts';

const couchServer: HeaderLine = ['Server', 'CouchDB/3.1.1 (Erlang OTP/23)'];
const jupyterHead: readonly HeaderLine[] = [
  ['Server', 'TornadoServer/6.1'],
  ['Content-Security-Policy', "frame-ancestors 'self'; report-uri /api/security/csp-report; default-src 'none'"],
];
const kibanaMark: HeaderLine = ['kbn-name', 'lab'];

/** Consoles, engines, models and stores by name, each as everybody finds it and as it should be. */
export const consoleServices: Readonly<Record<string, HttpService>> = {
  couchdb: api(
    { '/': json({ couchdb: 'Welcome', version: '3.1.1', vendor: { name: 'The Apache Software Foundation' } }) },
    { '/_all_dbs': { ...json(['_users'], 200, [couchServer]), chunked: true }, '/_node/_local/_config': json({}) },
    json({ error: 'unauthorized', reason: 'You are not a server admin.' }, 401, [
      ['Server', 'CouchDB/3.1.1 (Erlang OTP/23)'],
    ]),
  ),
  kibana: {
    open: {
      '/': to('/app/home', [kibanaMark]),
      '/app/home': page('Elastic', [kibanaMark]),
      '/api/status': json(
        { name: 'lab', uuid: '5b2de169', version: { number: '7.10.2' }, status: { overall: { state: 'green' } } },
        200,
        [kibanaMark],
      ),
      '/api/spaces/space': json([{ id: 'default' }], 200, [kibanaMark]),
      '*': json({ statusCode: 404 }, 404, [kibanaMark]),
    },
    guarded: {
      '/': to('/login?next=%2F', [kibanaMark]),
      '/login': page('Elastic', [kibanaMark]),
      // What it says to everybody since 8.0.
      '/api/status': json({ status: { overall: { level: 'available' } } }, 200, [kibanaMark]),
      '*': json({ statusCode: 401, error: 'Unauthorized' }, 401, [kibanaMark]),
    },
  },
  jupyter: {
    open: {
      '/': to('/tree?'),
      '/tree': page('Home Page - Select or create a notebook', [['Server', 'TornadoServer/6.1']]),
      '/api': json({ version: '6.4.12' }),
      '/api/kernels': json([], 200, jupyterHead),
      '/api/contents': json({ type: 'directory', content: null }),
      '/api/status': json({ connections: 0, kernels: 0 }),
      '*': json({ message: 'Not Found' }, 404),
    },
    guarded: {
      '/': to('/login?next=%2F'),
      '/tree': to('/login?next=%2Ftree'),
      '/login': page('Jupyter Notebook', [['Server', 'TornadoServer/6.1']]),
      '/api': json({ version: '6.4.12' }),
      '*': json({ message: 'Forbidden', reason: null }, 403),
    },
  },
  grafana: {
    open: {
      '/': page('Grafana'),
      '/api/health': json({ database: 'ok', version: '10.2.3' }),
      '/api/org': json({ id: 1, name: 'Main Org.', address: { address1: '', city: '' } }),
      '/api/search': json([]),
      '*': json({ message: 'Not found' }, 404),
    },
    guarded: {
      '/': to('/login'),
      '/login': page('Grafana'),
      '/api/health': json({ database: 'ok', version: '10.2.3' }),
      '*': json({ message: 'Unauthorized' }, 401),
    },
  },
  prometheus: {
    open: {
      '/': to('/graph'),
      '/api/v1/status/buildinfo': json({ status: 'success', data: { version: '2.45.0', goVersion: 'go1.20.5' } }),
      '/api/v1/status/runtimeinfo': json({ status: 'success', data: {} }),
      '/-/healthy': text('Prometheus Server is Healthy.\n'),
      '*': notFound,
    },
    guarded: behindLogin,
  },
  influxdb: api(
    {
      '/ping': { status: 204, headers: [['X-Influxdb-Version', '1.8.10']], body: '' },
      '/health': json({ name: 'influxdb', status: 'pass' }),
    },
    {
      '/query': json({ results: [{ statement_id: 0 }] }, 200, [['X-Influxdb-Version', '1.8.10']]),
      '/debug/vars': json({ cmdline: ['influxd'] }),
    },
    json({ error: 'unable to parse authentication credentials' }, 401, [['X-Influxdb-Version', '1.8.10'], basic]),
  ),
  clickhouse: {
    open: {
      '/ping': text('Ok.\n'),
      '/': text('1\n', 200, [['X-ClickHouse-Summary', '{"read_rows":"1"}']]),
      '*': notFound,
    },
    guarded: {
      '/ping': text('Ok.\n'),
      '*': text('Code: 516. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED)\n', 401, [
        ['X-ClickHouse-Exception-Code', '516'],
      ]),
    },
  },
  solr: {
    open: {
      '/': to('/solr/'),
      '/solr/': page('Solr Admin'),
      '/solr/admin/info/system': json({ responseHeader: { status: 0 }, lucene: { 'solr-spec-version': '8.11.2' } }),
      '/solr/admin/cores': json({ responseHeader: { status: 0 }, status: {} }),
      '*': notFound,
    },
    guarded: { '*': text('Authentication required', 401, [['WWW-Authenticate', 'Basic realm="solr"']]) },
  },
  neo4j: api(
    {
      '/': json({
        neo4j_version: '3.5.35',
        bolt_routing: 'neo4j://h:7687',
        transaction: 'http://h:7474/db/{databaseName}/tx',
      }),
    },
    { '/db/data/': json({ extensions: {}, neo4j_version: '3.5.35' }) },
    json({ errors: [{ code: 'Neo.ClientError.Security.Unauthorized' }] }, 401, [
      ['WWW-Authenticate', 'Basic realm="Neo4j"'],
    ]),
  ),
  ray: {
    open: {
      '/': page('Ray Dashboard'),
      '/api/version': json({ version: '4', ray_version: '2.9.0' }),
      '/api/jobs/': json([], 200, [['Server', 'Python/3.10 aiohttp/3.9.1']]),
      '/api/cluster_status': json({ result: true, data: {} }),
      '*': notFound,
    },
    guarded: behindLogin,
  },
  spark: {
    open: {
      '/': to('/jobs/'),
      '/jobs/': page('Spark shell - Spark Jobs'),
      '/api/v1/applications': { ...json([{ id: 'local-1', name: 'Spark shell', attempts: [] }]), chunked: true },
      '/api/v1/version': json({ spark: '3.5.0' }),
      '*': notFound,
    },
    guarded: behindLogin,
  },
  jenkins: {
    open: {
      '/': page('Dashboard [Jenkins]', [['X-Jenkins', '2.426.1']]),
      '/script': page('Jenkins', [['X-Jenkins', '2.426.1']]),
      '/api/json': json({ _class: 'hudson.model.Hudson', jobs: [] }, 200, [['X-Jenkins', '2.426.1']]),
      '*': notFound,
    },
    guarded: {
      '/login': page('Sign in [Jenkins]', [['X-Jenkins', '2.426.1']]),
      '*': text('Authentication required', 403, [['X-Jenkins', '2.426.1']]),
    },
  },
  ollama: {
    open: {
      '/': text('Ollama is running'),
      '/api/version': json({ version: '0.1.32' }),
      '/api/tags': json({ models: [] }),
      '*': notFound,
    },
    guarded: behindLogin,
  },
  milvus: api(
    {},
    {
      '/v1/vector/collections/describe': json({
        code: 100,
        message: "can't find collection[database=default][collection=perimeter]",
      }),
    },
    json({ code: 1800, message: "user hasn't authenticated" }, 401),
  ),
  // The front page tells the version with an API key set, too.
  qdrant: api(
    {
      '/': json({ title: 'qdrant - vector search engine', version: '1.7.4' }),
      '/healthz': text('healthz check passed'),
    },
    {
      '/collections': json({ result: { collections: [] }, status: 'ok' }),
      '/telemetry': json({ result: {}, status: 'ok' }),
    },
    text('Must provide an API key or an Authorization bearer token', 401),
  ),
  vllm: api(
    { '/health': text(''), '/version': json({ version: '0.4.0' }) },
    { '/v1/models': json({ object: 'list', data: [{ id: 'lab', object: 'model', owned_by: 'vllm' }] }) },
    json({ error: 'Unauthorized' }, 401),
  ),
  chroma: {
    open: {
      '/api/v1/heartbeat': json({ 'nanosecond heartbeat': 1_700_000_000_000_000_000 }),
      '/api/v2/heartbeat': json({ 'nanosecond heartbeat': 1_700_000_000_000_000_000 }),
      '/api/v1/version': json('0.4.22'),
      '/api/v1/collections': json([]),
      '/api/v2/tenants/perimeter': json({ error: 'NotFoundError', message: 'Tenant [perimeter] not found' }, 404),
      '*': notFound,
    },
    // The heartbeat needs no login on either side.
    guarded: {
      '/api/v1/heartbeat': json({ 'nanosecond heartbeat': 1_700_000_000_000_000_000 }),
      '/api/v2/heartbeat': json({ 'nanosecond heartbeat': 1_700_000_000_000_000_000 }),
      '*': json({ error: 'AuthError', message: 'Forbidden' }, 403),
    },
  },
  minio: {
    open: {
      '/': xml('<ListAllMyBucketsResult><Owner><ID>lab</ID></Owner><Buckets></Buckets></ListAllMyBucketsResult>', 200),
      '/minio/health/live': text('', 200, [['Server', 'MinIO']]),
      '*': xml('<Error><Code>NoSuchBucket</Code></Error>', 404),
    },
    guarded: {
      '/minio/health/live': text('', 200, [['Server', 'MinIO']]),
      '*': xml('<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>', 403),
    },
  },
  winrm: {
    open: {
      '/wsman': text('', 405, [
        ['Allow', 'POST'],
        ['Server', 'Microsoft-HTTPAPI/2.0'],
      ]),
      '*': text('Not Found', 404, [['Server', 'Microsoft-HTTPAPI/2.0']]),
    },
    guarded: { '*': notFound },
  },
};
