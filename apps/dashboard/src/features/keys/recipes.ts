/** A way to hand a key to a tool, or to use it: a name and the lines to copy. */
export interface Recipe {
  name: string;
  lines: readonly string[];
}

/** Where a key can go, with the key in those that need it; the first is the most common. */
export function recipesFor(origin: string, key: string): readonly Recipe[] {
  return [
    {
      name: 'Try it',
      lines: [`curl -s -H "Authorization: Bearer ${key}" ${origin}/api/usage`],
    },
    {
      name: 'GitHub Actions',
      lines: [
        '# gh secret set PERIMETER_API_KEY   (paste the key)',
        'jobs:',
        '  perimeter:',
        '    runs-on: ubuntu-latest',
        '    steps:',
        '      - env:',
        '          PERIMETER_API_KEY: ${{ secrets.PERIMETER_API_KEY }}',
        '        run: |',
        `          ID=$(curl -sf -X POST ${origin}/api/audit/start \\`,
        '            -H "Authorization: Bearer $PERIMETER_API_KEY" -H "Content-Type: application/json" \\',
        '            -d \'{"domain": "example.com"}\' | jq -r .id)',
        `          until curl -sf -H "Authorization: Bearer $PERIMETER_API_KEY" -H "Prefer: wait=20" ${origin}/api/audit/$ID | jq -e '.status == "completed"'; do sleep 1; done`,
        `          curl -sf -H "Authorization: Bearer $PERIMETER_API_KEY" ${origin}/api/audit/$ID/report | jq -e '.score.total >= 80'`,
      ],
    },
    {
      name: 'GitLab CI',
      lines: [
        '# Settings, CI/CD, Variables: PERIMETER_API_KEY, masked',
        'perimeter:',
        '  script:',
        `    - ID=$(curl -sf -X POST ${origin}/api/audit/start -H "Authorization: Bearer $PERIMETER_API_KEY" -H "Content-Type: application/json" -d '{"domain":"example.com"}' | jq -r .id)`,
        `    - until curl -sf -H "Authorization: Bearer $PERIMETER_API_KEY" ${origin}/api/audit/$ID | jq -e '.status == "completed"'; do sleep 5; done`,
        `    - curl -sf -H "Authorization: Bearer $PERIMETER_API_KEY" "${origin}/api/audit/$ID/report?format=junit" -o perimeter.xml`,
        '  artifacts: { reports: { junit: perimeter.xml } }',
      ],
    },
    { name: '.env', lines: [`PERIMETER_API_KEY=${key}`] },
  ];
}
