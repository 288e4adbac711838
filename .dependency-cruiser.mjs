// The walls between rooms, as ARCHITECTURE.md draws them: left may import right, nothing else.
// tools/walls.ts runs them, and tools/walls.slow.test.ts plants a break behind each and expects it to be found.

const TESTS = '[.]test[.]ts$|/testing/|/golden/';
const ENGINE = '^packages/engine/src';
const HOUSE = '^(packages|apps|lab|bench|tools)/';
const SOCKETS = '^(node:)?(net|tls|dgram|dns|dns/promises|http|https|http2)$';

/** A room may import from itself and from the listed places of the house; npm packages are not the concern of these rules. */
const room = (name, comment, from, allowed) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: TESTS },
  to: { path: HOUSE, pathNot: allowed },
});

const directions = [
  room(
    'contract-alone',
    'The contract is read by browsers, servers and other people: it must stand without the rest of the house.',
    '^packages/contract/',
    ['^packages/contract/'],
  ),
  room(
    'protocols-alone',
    'Codecs and parsers know bytes and texts, not audits; they can be fuzzed and reused because nothing else hangs on them.',
    '^packages/protocols/',
    ['^packages/protocols/'],
  ),
  room(
    'report-from-contract',
    'A report format is a function of the Report alone, so that a stored report renders the same without the engine; codecs are no part of the engine.',
    '^packages/report/',
    ['^packages/report/', '^packages/(contract|protocols)/'],
  ),
  room(
    'engine-from-contract-and-protocols',
    'The engine is used by the service and by the command line, so it can know neither.',
    '^packages/engine/',
    ['^packages/(engine|contract|protocols)/'],
  ),
  room(
    'evidence-knows-types-only',
    'Evidence is the seam between measuring and judging: if it leaned on either side, a stored audit could not be judged again.',
    `${ENGINE}/evidence/`,
    [`${ENGINE}/evidence/`, '^packages/(contract|protocols)/'],
  ),
  room(
    'net-below-probes',
    'The guard and the dialer are the one way out; they must be readable without knowing what is sent through them.',
    `${ENGINE}/net/`,
    [
      `${ENGINE}/(net|evidence)/`,
      `${ENGINE}/version[.]ts$`,
      '^packages/engine/package[.]json$',
      '^packages/(contract|protocols)/',
    ],
  ),
  room(
    'tls-client-below-inventory',
    'One TLS client serves the inventory and every probe that speaks TLS, so it knows none of them.',
    `${ENGINE}/tls/client/`,
    [`${ENGINE}/(tls/client|net|evidence)/`, '^packages/(contract|protocols)/'],
  ),
  room(
    'tls-inventory-below-probes',
    'Web, mail and other services take the same inventory, so it cannot know which probe asked.',
    `${ENGINE}/tls/inventory/`,
    [`${ENGINE}/(tls|net|evidence)/`, '^packages/(contract|protocols)/'],
  ),
  room(
    'pki-below-probes',
    'Trust is judged in one room for probes, command line and service; what it needs fetched it is handed.',
    `${ENGINE}/pki/`,
    [`${ENGINE}/(pki|net|evidence)/`, '^packages/(contract|protocols)/'],
  ),
  room(
    'settings-below-probes',
    'Settings put together what the network and the trust lists may be told, and nothing depends on what is done with them.',
    `${ENGINE}/settings/`,
    [`${ENGINE}/(settings|net|pki)/`, '^packages/(contract|protocols)/'],
  ),
  room('catalogue-below-modules', 'The types of checks must not depend on any check.', `${ENGINE}/catalogue/`, [
    `${ENGINE}/(catalogue|evidence)/`,
    '^packages/(contract|protocols)/',
  ]),
  room(
    'modules-judge-evidence-only',
    'A check is a pure question over evidence: from the network, the clock or the score it would get an answer that cannot be repeated.',
    `${ENGINE}/modules/`,
    [`${ENGINE}/(modules|catalogue|evidence)/`, '^packages/(contract|protocols)/'],
  ),
  room('derivations-below-modules', 'What all modules share knows none of them.', `${ENGINE}/modules/derive/`, [
    `${ENGINE}/(modules/derive|catalogue|evidence)/`,
    '^packages/(contract|protocols)/',
  ]),
  room(
    'probes-measure-only',
    'A probe yields evidence and passes no judgement, so it has no use for checks, scores or the runner.',
    `${ENGINE}/probes/`,
    [`${ENGINE}/(probes|pki|tls|evidence|net)/`, '^packages/(contract|protocols)/'],
  ),
  room(
    'scoring-counts-only',
    'The score follows from outcomes and one policy file; it must not see evidence through a module or a probe.',
    `${ENGINE}/scoring/`,
    [`${ENGINE}/(scoring|catalogue|evidence)/`, '^packages/contract/'],
  ),
  room(
    'server-from-packages',
    'The service is built of packages; from the command line, the lab or the tools it would ship what is not its own.',
    '^apps/server/',
    ['^apps/(server|dashboard)/', '^packages/(report|engine|contract|protocols)/'],
  ),
  room(
    'cli-from-packages',
    'The command line is built of packages; it must run where no server is installed.',
    '^apps/cli/',
    ['^apps/cli/', '^packages/(report|engine|contract|protocols)/'],
  ),
  room(
    'dashboard-from-contract',
    'Pages draw what the contract describes, in the words of the report package; how it was measured or stored they do not know.',
    '^apps/dashboard/',
    ['^apps/dashboard/', '^packages/(contract|report)/'],
  ),
  {
    name: 'nothing-imports-apps',
    severity: 'error',
    comment: 'Apps are ends: what two of them need belongs into a package.',
    from: { path: HOUSE, pathNot: ['^apps/', '^bench/', '^tools/'] },
    to: { path: '^apps/' },
  },
  {
    name: 'apps-apart',
    severity: 'error',
    comment: 'Apps are deployed one without the other; only the service serves the pages of the dashboard.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: ['^apps/$1/', '^apps/dashboard/src/(build|lib)/'] },
  },
  {
    name: 'dashboard-takes-words-only',
    severity: 'error',
    comment: 'Of the report package pages take what is pure text and layout: no file, no signature, no typesetter.',
    from: { path: '^apps/dashboard/', pathNot: TESTS },
    to: {
      path: '^packages/report/',
      pathNot: '^packages/report/src/(sections/|verdict/|(safe-text|prose|examples|evidence-lines|words)[.]ts$)',
    },
  },
];

const siblings = [
  {
    name: 'pki-by-its-door',
    severity: 'error',
    comment: 'Outside of the engine a chain is judged by one function; how, may change without anybody noticing.',
    from: { path: '^(apps|packages/report)/', pathNot: TESTS },
    to: { path: `${ENGINE}/pki/`, pathNot: `${ENGINE}/pki/judge-chain[.]ts$` },
  },
  {
    name: 'time-stamps-and-pkcs12-apart',
    severity: 'error',
    comment: 'PKCS #12 and time stamps are for sealing reports: an audit needs neither.',
    from: {
      path: ['^packages/(contract|protocols|engine)/', '^apps/cli/'],
      pathNot: [TESTS, '^packages/protocols/src/(time-stamp|pkcs12)/'],
    },
    to: { path: ['^packages/protocols/src/(time-stamp|pkcs12)/', '^packages/report/src/time-stamp/'] },
  },
  {
    name: 'x509-does-not-judge',
    severity: 'error',
    comment: 'What a certificate says and what is wrong with it are two questions, and the first one comes first.',
    from: { path: '^packages/protocols/src/(der|x509)/', pathNot: TESTS },
    to: { path: '^packages/protocols/src/certification-path/' },
  },
  {
    name: 'modules-apart',
    severity: 'error',
    comment:
      'A module that leaned on its sibling could not be read, tested or left out alone; shared pure steps live in modules/derive/.',
    from: { path: `${ENGINE}/modules/([^/]+)/`, pathNot: TESTS },
    to: { path: `${ENGINE}/modules/[^/]+/`, pathNot: [`${ENGINE}/modules/$1/`, `${ENGINE}/modules/derive/`] },
  },
  {
    name: 'checks-do-not-see-the-registry',
    severity: 'error',
    comment: 'The registry lists the modules; a module that reads it would know its siblings by the back door.',
    from: { path: `${ENGINE}/modules/[^/]+/`, pathNot: TESTS },
    to: { path: `${ENGINE}/modules/[^/]+[.]ts$` },
  },
  {
    name: 'probes-apart',
    severity: 'error',
    comment: 'Probes meet through evidence alone: the runner orders them by the kinds they need.',
    from: { path: `${ENGINE}/probes/([^/]+)/`, pathNot: TESTS },
    to: { path: `${ENGINE}/probes/[^/]+/`, pathNot: `${ENGINE}/probes/$1/` },
  },
];

const platform = [
  {
    name: 'sockets-in-net-only',
    severity: 'error',
    comment:
      'One dialer, one policy: an import of a socket module anywhere else is a way around the guard. Types are harmless; the ' +
      'service may take what opens none, which the linter sees to. The package of the command line gives net/ a node:tls with roots of its own.',
    from: {
      path: '^(packages|apps)/',
      pathNot: [TESTS, `${ENGINE}/net/`, '^apps/server/', '^apps/cli/src/start/carried-tls\\.ts$'],
    },
    to: { path: SOCKETS, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-http-client',
    severity: 'error',
    comment: 'Ready-made clients resolve names, follow redirects and pool sockets past the guard.',
    from: { path: '^(packages|apps)/', pathNot: TESTS },
    to: { path: '(^|node_modules/)(undici|axios|got|node-fetch|needle|ky)(/|$)', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-subprocesses',
    severity: 'error',
    comment: 'What a target says must never come near a command line, and a child process dials without the guard.',
    from: { path: '^packages/', pathNot: TESTS },
    to: { path: '^(node:)?child_process$' },
  },
  {
    name: 'pure-rooms-without-node',
    severity: 'error',
    comment:
      'Pure rooms run in a browser, under a fuzzer and twice with the same answer: no file, clock, network or Buffer.',
    from: { path: [`${ENGINE}/(modules|catalogue|evidence)/`, '^packages/(contract|protocols)/'], pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'lab-stays-in-tests',
    severity: 'error',
    comment: 'The lab lies about names and addresses for a living: nothing that ships may reach it.',
    from: { path: '^(packages|apps)/', pathNot: TESTS },
    to: { path: '^(lab|bench|tools)/' },
  },
  {
    name: 'lab-tables-hold-data',
    severity: 'error',
    comment:
      'A table of hosts is read by servers, zones and certificates alike: with code of one of them it would depend on all.',
    from: { path: '^lab/src/hosts/.*[.]data[.]ts$' },
    to: { pathNot: '[.]data[.]ts$', dependencyTypesNot: ['type-only'] },
  },
];

const SERVER = '^apps/server/src';
const FASTIFY = 'node_modules/(fastify|@fastify|fastify-type-provider-zod)/';

const service = [
  {
    name: 'sql-in-repositories',
    severity: 'error',
    comment:
      'Who reads a table, and under which lock, can be seen in one folder. Elsewhere Kysely is a type; the linter refuses its ' +
      'query builders there.',
    from: { path: `${SERVER}/`, pathNot: [TESTS, `${SERVER}/(repositories|migrations|database)/`] },
    to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'repositories-below-the-service',
    severity: 'error',
    comment: 'A repository answers questions about tables; what a request, a job or a document is, it does not know.',
    from: { path: `${SERVER}/repositories/`, pathNot: TESTS },
    to: { path: `${SERVER}/`, pathNot: `${SERVER}/(repositories|audits|secrets)/` },
  },
  {
    name: 'acts-without-http',
    severity: 'error',
    comment:
      'What people do with accounts and teams is the same for the API, the pages and tests: who asks is a Caller, and how a ' +
      'request is read and answered stands in routes.',
    from: { path: `${SERVER}/accounts/`, pathNot: TESTS },
    to: {
      path: [
        `${SERVER}/(?!(accounts|shown|jobs|identity|credentials|mail|repositories|secrets|audits)/|http/errors[.]ts$)`,
        FASTIFY,
      ],
    },
  },
  {
    name: 'shapes-without-http',
    severity: 'error',
    comment: 'How a row looks in the API is the same whatever asks for it: a shape knows the row, and no request.',
    from: { path: `${SERVER}/shown/`, pathNot: TESTS },
    to: { path: [`${SERVER}/(?!(shown|credentials|repositories|audits)/|http/errors[.]ts$)`, FASTIFY] },
  },
  {
    name: 'polls-behind-one-door',
    severity: 'error',
    comment:
      'Counting polls exactly over processes is the hardest part of the service: one function lets others use it.',
    from: { path: HOUSE, pathNot: [TESTS, `${SERVER}/rate-limits/polls/`] },
    to: { path: `${SERVER}/rate-limits/polls/`, pathNot: '/count-polls[.]ts$' },
  },
  {
    name: 'pkcs12-behind-one-door',
    severity: 'error',
    comment:
      'A store of keys is read when the service starts, where the certificate of the operator is read, and nowhere else.',
    from: { path: `${SERVER}/`, pathNot: [TESTS, `${SERVER}/signing/(pkcs12/|own-signer[.]ts$)`] },
    to: { path: [`${SERVER}/signing/pkcs12/`, '^packages/protocols/src/pkcs12/'] },
  },
];

const hygiene = [
  {
    // tools/walls.ts finds circles itself, in one pass.
    name: 'no-cycles',
    severity: 'error',
    comment: 'In a circle no file can be read first, not even where types alone refer to each other.',
    from: { path: HOUSE },
    to: { circular: true },
  },
  {
    name: 'no-unresolvable',
    severity: 'error',
    // "sarif" is a name for types alone: @types/sarif describes a format, there is no package to run.
    comment: 'An import that leads nowhere hides from every other rule.',
    from: { path: HOUSE },
    to: { couldNotResolve: true, pathNot: '^sarif$' },
  },
  {
    name: 'listed-dependencies',
    severity: 'error',
    comment: 'What a package imports stands in its own package.json: hoisting is an accident of one machine.',
    from: { path: '^(packages|apps)/', pathNot: TESTS },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'no-dev-dependencies-at-run-time',
    severity: 'error',
    comment: 'Development dependencies are absent where the project is installed for use.',
    from: { path: '^(packages|apps)/', pathNot: TESTS },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...directions, ...siblings, ...platform, ...service, ...hygiene],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Not node_modules/x/dist: an excluded dependency is seen by no rule.
    exclude: { path: '^(packages|apps|lab|bench|tools)/(?!.*node_modules).*(dist|[.]data)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      // Nothing changes during a cruise: what was looked up stays known to its end, in milliseconds.
      cachedInputFileSystem: { cacheDuration: 600_000 },
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.json'],
    },
  },
};
