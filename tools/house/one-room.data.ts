/** What stands in one room: what shows it elsewhere, and who may have it all the same, and why. */
export interface OneRoom {
  what: string;
  /** What to use. */
  room: string;
  sign: RegExp;
  /** Whole paths, or folders with a slash at their end. */
  besides: Readonly<Record<string, string>>;
  /** Tests and their helpers are looked at too. */
  inTests: boolean;
}

/** A pattern, or a part of a sentence, that is looked for in the reason of a failure or of an inconclusive check. */
const words = '(?:reason|why|detail|sentence)';
const sentence = `(?:\\b${words}|\\b(?:detailOf|failureText|gapText|responseText)\\([^()]*\\))`;
const meaningOfWords = new RegExp(
  [
    `${sentence}\\??\\.(?:includes|startsWith|endsWith|match|matchAll|search|indexOf)\\(`,
    `/[a-z]*\\.(?:test|exec)\\((?:[\\w?]+\\.)*${sentence}`,
    `\\b(?:includes|startsWith|endsWith)\\((?:gapTexts|openReasons|reasonTexts)\\b`,
  ].join('|'),
);

/** Concepts of which the house had many doubles. */
export const oneRooms: readonly OneRoom[] = [
  {
    what: 'a server on a free port',
    room: 'takeFreePort of packages/protocols/src/testing/free-port.ts',
    sign: /\.(?:listen|bind)\(0\b|once\([^)]*'listening'\)/,
    besides: { 'lab/src/dns/odd/server.ts': 'listens on port 53 of addresses of its own' },
    inTests: true,
  },
  {
    what: 'a race, as against a timer',
    room: 'inTime of packages/engine/src/net/in-time.ts',
    sign: /Promise\.race\(/,
    besides: {
      'apps/cli/src/commands/audit-measure.ts': 'ends with an interruption, not with time',
      'apps/server/src/process/run.slow.test.ts': 'waits for the first of several audits',
      'apps/server/src/routes/audit/events/ended-access.slow.test.ts': 'waits for the first of several answers',
      'apps/server/src/routes/audit/events/event-stream.test.ts': 'looks whether there is an answer already',
      'apps/server/src/testing/golden-engine.ts': 'ends when the audit is aborted',
      'apps/server/src/testing/held-engine.ts': 'ends when the audit is aborted',
      'apps/server/src/verification/thread.ts': 'an answer or the end of the thread',
      'lab/src/machine/listen.ts': 'listens or fails',
      'packages/engine/src/net/resolver/single-flight.ts': 'ends when who asks is aborted',
      'packages/engine/src/runner/gather.ts': 'ends when the audit is aborted',
      'packages/report/src/testing/browser.ts': 'the package of reports takes nothing from the engine',
    },
    inTests: true,
  },
  {
    what: 'a seed of random tests',
    room: 'packages/protocols/src/testing/random.ts',
    sign: /from 'fast-check'|0x6d2b79f5/,
    besides: {},
    inTests: true,
  },
  {
    what: 'a string of any characters',
    room: 'anyCharacter of packages/protocols/src/testing/random.ts',
    sign: /\bunit: 'binary'|\bnoUnicodeString: false/,
    besides: {},
    inTests: true,
  },
  {
    what: 'the environment of the process',
    room: 'settings of the service, or the context of the command line',
    sign: /process\.env\b/,
    besides: {
      'apps/cli/src/start/carried-tls.ts': 'stands in place of node:tls, which reads NODE_EXTRA_CA_CERTS itself',
      'apps/dashboard/src/build/bundle.ts': 'a name that the bundler replaces',
      'apps/server/src/admin.ts': 'hands it to the settings',
      'apps/server/src/database/embedded/processes.ts': 'hands it on to ps',
      'apps/server/src/monitoring/monitoring.ts': 'variables of OpenTelemetry, which its SDK reads itself',
      'apps/server/src/process/run.ts': 'hands it to the settings',
      'bench/': 'programs that are started by hand',
      'lab/': 'starts programs with an environment of their own',
      'tools/': 'starts programs with an environment of their own',
    },
    inTests: false,
  },
  {
    what: 'the order of severities',
    room: 'severities of packages/contract/src/text/known-names.ts',
    sign: /'critical',\s*'high',\s*'medium',\s*'low'|'low',\s*'medium',\s*'high',\s*'critical'/,
    besides: {
      'apps/server/src/migrations/': 'a migration stays as it was run',
      'packages/protocols/src/libraries/retire.ts': 'severities of the list of libraries; protocols take no contract',
    },
    inTests: false,
  },
  {
    what: 'a list of the contract: plans, categories, modes, outcomes or grades',
    room: 'planNames, categoryKey.options, scanMode.options, outcomeKind.options and grade.options of packages/contract/src/text/known-names.ts, packages/contract/src/category.ts, packages/contract/src/report.ts, packages/contract/src/grade.ts',
    sign: /\['free', 'pro', 'team'\]|\['tls', 'http_security', 'dns_email', 'network'\]|\['standard', 'deep'\]|\['pass', 'fail', 'informational', 'not-applicable', 'inconclusive'\]|\['A\+', 'A', 'B'/,
    besides: {
      'bench/': 'programs that are started by hand',
      'packages/contract/src/observed/http.ts': 'a part of the report, which is made of it',
    },
    inTests: false,
  },
  {
    what: 'a day in milliseconds',
    room: 'dayMs of packages/protocols/src/durations.ts',
    sign: /\b86_?400_?000\b|\b24 \* 60 \* 60\b|\b24 \* 3_600_000\b/,
    besides: { 'packages/contract/src/durations.ts': 'the dashboard takes no protocols' },
    inTests: false,
  },
  {
    what: 'an address with its port as text',
    room: 'printAddressPort of packages/protocols/src/dns/address.ts',
    sign: /`\[\$\{address\}\]:\$\{port\}`/,
    besides: { 'packages/engine/src/net/dialer.ts': 'the key of a place, which is compared and never shown' },
    inTests: false,
  },
  {
    what: 'the meaning of a sentence about what was not seen',
    room: 'causeOf of packages/engine/src/evidence/causes/cause.ts; packages/engine/src/evidence/worded.ts for earlier versions',
    sign: meaningOfWords,
    besides: {
      'packages/engine/src/runner/inconclusive/next-steps.ts':
        'looks whether the reason ends as a sentence, and for the step that it wrote there itself',
    },
    inTests: false,
  },
  {
    what: 'the sentence beside a cause',
    room: 'the tables of packages/engine/src/evidence/causes/open, by whyBy, whyAs, openBy and openAs',
    sign: /\bcause:\s*(?:'[a-z\d-]+'|"[a-z\d-]+")(?: as const)?,\s*reason\b|\breason:[^,]+,\s*cause:\s*['"]/,
    besides: {},
    inTests: false,
  },
  {
    what: 'an example of evidence',
    room: 'none.ts beside the schema of the kind, for evidence of what was not measured',
    sign: /from '[^']*\/example\.ts'/,
    besides: { 'tools/scaffold/probe.ts': 'writes a test' },
    inTests: false,
  },
  {
    what: 'JSON that may be none',
    room: 'jsonOrNull of packages/protocols/src/json.ts',
    sign: /try \{\s*(?:return |(?:const )?\w+(?:: unknown)? = )JSON\.parse\(/,
    besides: {
      'apps/cli/src/baseline/read-baseline.ts': 'reads lines of JSON if it is none',
      'apps/cli/src/commands/sealed-files.ts': 'says why it is none',
      'apps/cli/src/commands/stored/evidence.ts': 'says why it is none',
      'apps/cli/src/server-mode/refusal.ts': 'null is an answer there',
      'apps/server/src/plugins/json-body.ts': 'answers with a problem',
      'packages/engine/src/pki/trust-lists/list-problem.ts': 'says why it is none',
      'tools/tests/passed/checkout.ts': 'no file is no JSON there',
    },
    inTests: false,
  },
  {
    what: 'a reading of text as one byte for each character',
    room: 'latin1Bytes of packages/protocols/src/bytes.ts',
    sign: /Uint8Array\.from\(\w+, \(\w+\) => \w+\.charCodeAt\(0\)\)/,
    besides: {},
    inTests: true,
  },
  {
    what: 'the order of texts',
    room: 'compareText of packages/contract/src/text/order.ts',
    sign: /\(a < b \? -1 : (?:a > b \? 1 : 0|Number\(a > b\))\)/,
    besides: { 'packages/protocols/src/spf/address-blocks.ts': 'orders numbers' },
    inTests: false,
  },
  {
    what: 'the statuses of redirects',
    room: 'isRedirectStatus of packages/protocols/src/http/redirect-status.ts',
    sign: /\[301, 302, 303, 307, 308\]/,
    besides: {},
    inTests: false,
  },
  {
    what: 'the number of each severity',
    room: 'severityCounts of packages/contract/src/finding.ts',
    sign: /object\(\{ critical: z\.int\(\), high/,
    besides: {},
    inTests: false,
  },
];
