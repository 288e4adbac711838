import { newShareLink } from '@perimeter/contract/answers/share';
import type { Report } from '@perimeter/contract/report';
import assert from 'node:assert/strict';
import { goldenReport } from '../../../../testing/golden-engine.ts';
import type { meteredService } from '../../../../testing/metered-service.ts';
import { catalogueOfEngine } from '../../../checks/catalogue.ts';
import { textsOf } from '../../../dashboard/report/check-texts.ts';

/** What a report says of names below its domain, of addresses and of people. */
function secretsOf(report: Report): string[] {
  const text = JSON.stringify(report);
  const below = new RegExp(
    String.raw`(?<![\w.-])(?:[\w-]+\.)+${report.domain.replaceAll('.', String.raw`\.`)}(?![\w.-])`,
    'giu',
  );
  const forms = [
    below,
    /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/gu,
    /\b[0-9a-f]{1,4}(?:::?[0-9a-f]{1,4}){2,7}\b/giu,
    /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu,
  ];
  const found = forms.flatMap((form) => text.match(form) ?? []);
  return [...new Set(found)].filter((one) => !explained.includes(one));
}
/** What the catalogue explains with, which is no secret of anybody. */
const explained =
  JSON.stringify(catalogueOfEngine()) +
  JSON.stringify(catalogueOfEngine().modules.flatMap(({ checks }) => checks.map(({ id }) => textsOf(id))));

/** The checks whose pages are read: all, those with something to show, or one of each outcome in each module. */
type Walked = 'all' | 'shown' | 'each outcome';

function checksOf({ findings, observations, modules }: Report, walked: Walked): string[] {
  const shown = new Set([...findings, ...observations].map(({ checkId }) => checkId));
  return modules.flatMap(({ checks }) =>
    checks
      .filter(({ id, outcome }) => {
        if (walked === 'each outcome') return checks.find((one) => one.outcome === outcome)?.id === id;
        return walked === 'all' || shown.has(id);
      })
      .map(({ id }) => id),
  );
}

/** Asserts that no answer of a redacted link tells a name below the domain, an address or who made it. */
export async function keepsSecrets(
  { http, db, account, start, ended }: Awaited<ReturnType<typeof meteredService>>,
  domain: string,
  walked: Walked,
): Promise<void> {
  const owner = await account();
  const report = goldenReport(domain);
  const id = await start(owner, { domain });
  await ended(owner, id);
  const payload = { redacted: true, answers: true };
  const made = await http.inject({ method: 'POST', url: `/api/audit/${id}/shares`, headers: owner.headers, payload });
  const { url, share } = newShareLink.parse(made.json());
  const path = new URL(url).pathname;
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', String(owner.accountId))
    .executeTakeFirstOrThrow();
  const secrets = [...secretsOf(report), email, String(owner.accountId), id.slice(4), share.id.slice(4)];
  assert.ok(secrets.length > 8, secrets.join(' '));
  const checks = checksOf(report, walked);
  const pages = [
    '',
    '?q=e',
    '?answered=1',
    '?format=json',
    ...checks.map((check) => `/checks/${check}`),
    ...['dns', 'tls', 'http', 'zone', 'names', 'ports', 'page', 'mail'].map((section) => `/data/${section}`),
    '/pdf',
    '/report',
    '/report/pdf',
    '.json',
    '.pdf',
    '/badge',
  ];
  assert.ok(checks.length > 10);
  for (const page of pages)
    for (const accept of ['text/html', ...(/checks|data/u.test(page) ? [] : ['application/json', 'application/pdf'])]) {
      const { body, statusCode } = await http.inject({ url: path + page, headers: { accept } });
      assert.ok(statusCode === 200 || statusCode === 404, `${page} ${statusCode}`);
      for (const secret of secrets) assert.ok(!body.includes(secret), `${page} as ${accept}: ${secret}`);
    }
  const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  for (const payload of ['kind=fixed&text=', 'text=&name='])
    for (const page of ['', `/checks/${report.findings[0]?.checkId ?? 'caa-missing'}`]) {
      const { body } = await http.inject({ method: 'POST', url: path + page, headers: type, payload });
      for (const secret of secrets) assert.ok(!body.includes(secret), `POST ${page}: ${secret}`);
    }
}
