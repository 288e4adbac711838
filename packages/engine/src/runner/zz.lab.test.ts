import assert from 'node:assert/strict';
import { pageContentCoverage } from '../../../../lab/src/hosts/coverage-page.data.ts';
import { labTest } from '@perimeter/lab/harness';
import { pageContent } from '../modules/page_content/module.ts';
import { deepAudit } from './testing/deep-audit.ts';
labTest('x', async () => {
  const hosts = [...new Set(Object.values(pageContentCoverage).flatMap(({ fails, passes }) => `${fails} ${passes}`.split(' ')))];
  const ev = new Map(await Promise.all(hosts.map(async (h) => [h, await deepAudit(h, ['endpoints', 'http', 'page', 'target'] as never)] as const)));
  for (const [id, { fails, passes }] of Object.entries(pageContentCoverage)) {
    const check = pageContent.checks.find((c) => c.id === id)!;
    for (const [list, want] of [[fails, ['fail', 'informational']], [passes, ['pass']]] as const) for (const h of list.split(' ')) {
      const o = check.evaluate(ev.get(h)!);
      if (!want.includes(o.outcome as never)) console.log('WRONG', id, h, o.outcome, o.reason);
      else if (list === fails) for (const d of ('findings' in o ? o.findings : 'observations' in o ? o.observations : [])) console.log('--', id, h, '\n', d.description, '\n', d.evidence.slice(0, 700));
    }
  }
});
