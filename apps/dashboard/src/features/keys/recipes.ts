/** A way to hand a key to a tool, or to use it: a name and the lines to copy. */
export interface Recipe {
  name: string;
  lines: readonly string[];
}

/** The key as pipelines have it: never in a file that is checked in. */
const variable = '$PERIMETER_API_KEY';

/** The gate of the command line without options, for jq: false where it fails. */
export const gateFilter =
  '.score.grade != "F" and .score.gradeStatus == "final" and ([.findings[] | select(.confidence != "potential") | .severity] | all(. != "critical" and . != "high"))';

/** An audit from its start to its judgement, for any shell with curl and jq. It ends as the gate of the command line does. */
const auditLines = (service: string, report: readonly string[]): readonly string[] => [
  `api=${service}/api`,
  `auth="Authorization: Bearer ${variable}"`,
  `id=$(curl -fsS "$api/audit/start" -H "$auth" -H 'Content-Type: application/json' \\`,
  `  -d '{"domain": "example.com"}' | jq -r .id)`,
  'while sleep 2; do',
  `  status=$(curl -fsS "$api/audit/$id" -H "$auth" -H 'Prefer: wait=20' | jq -r .status)`,
  '  if [ "$status" = completed ]; then break; fi',
  '  if [ "$status" = failed ]; then echo "The audit failed: $api/audit/$id" >&2; exit 3; fi',
  'done',
  ...report,
  '# As the command line by default: potential findings do not count, grade F and a provisional grade fail',
  'curl -fsS "$api/audit/$id/report" -H "$auth" |',
  `  jq -e '${gateFilter}'`,
];

const indented = (lines: readonly string[], spaces: number): string[] =>
  lines.map((line) => `${' '.repeat(spaces)}${line}`);

/** Pipelines run elsewhere: an address of this machine would lead each to itself. */
const reachable = (service: string): string =>
  /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?=\/|$)/.test(service)
    ? 'https://address-of-your-perimeter.example'
    : service;

/** Continuous integration with the address of the service filled in; the key comes from a secret. */
export function pipelines(shown: string): readonly Recipe[] {
  const service = reachable(shown);
  const junit = `curl -fsS "$api/audit/$id/report?format=junit" -H "$auth" -o perimeter.xml`;
  return [
    {
      name: 'GitHub Actions',
      lines: [
        '# .github/workflows/perimeter.yml; store the key once: gh secret set PERIMETER_API_KEY',
        'on: { schedule: [{ cron: "0 6 * * *" }], workflow_dispatch: {} }',
        'jobs:',
        '  perimeter:',
        '    runs-on: ubuntu-latest',
        '    steps:',
        '      - env:',
        '          PERIMETER_API_KEY: ${{ secrets.PERIMETER_API_KEY }}',
        '        run: |',
        ...indented(auditLines(service, []), 10),
      ],
    },
    {
      name: 'GitLab CI',
      lines: [
        '# .gitlab-ci.yml; store the key once: Settings, CI/CD, Variables, PERIMETER_API_KEY, masked',
        'perimeter:',
        '  image: alpine:3',
        '  before_script: [apk add --no-cache curl jq]',
        '  script:',
        '    - |',
        ...indented(auditLines(service, [junit]), 6),
        '  artifacts: { when: always, reports: { junit: perimeter.xml } }',
      ],
    },
    {
      name: 'Shell',
      lines: ['set -eu', ...auditLines(service, [])],
    },
  ];
}

/** Where a new key can go: the only recipes that hold it. The first tries it. */
export const keyRecipes = (service: string, key: string): readonly Recipe[] => [
  { name: 'Try it', lines: [`curl -sS -H 'Authorization: Bearer ${key}' ${service}/api/usage`] },
  { name: '.env', lines: [`PERIMETER_API_KEY=${key}`] },
];
