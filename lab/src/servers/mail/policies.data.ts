/** A domain with MTA-STS: its TXT records, and what its policy host answers. */
export interface StsPolicy {
  readonly zone: string;
  readonly what: string;
  readonly records: readonly string[];
  readonly mx: string;
  readonly policy: string;
  readonly status?: number;
  readonly type?: string;
}

const mx = 'smtp-tls.lab';
const valid = ['v=STSv1; id=20260101'];
const lines = (...fields: readonly string[]): string => `${fields.join('\r\n')}\r\n`;
const enforce = lines('version: STSv1', 'mode: enforce', `mx: ${mx}`, 'max_age: 604800');

const sts = (name: string, what: string, policy: string, more: Partial<StsPolicy> = {}): StsPolicy => ({
  zone: `sts-${name}`,
  what,
  records: valid,
  mx,
  policy,
  ...more,
});

/** Domains that show MTA-STS (RFC 8461), right and wrong. */
export const stsPolicies: readonly StsPolicy[] = [
  sts('enforce', 'MTA-STS as it should be', enforce),
  sts('testing', 'MTA-STS under test', enforce.replace('enforce', 'testing')),
  sts('mode-none', 'MTA-STS on its way out', lines('version: STSv1', 'mode: none', 'max_age: 86400')),
  sts('404', 'MTA-STS whose policy is missing', 'Not found', { status: 404 }),
  sts('redirect', 'MTA-STS whose policy redirects', '', { status: 301 }),
  sts('html', 'MTA-STS whose policy is a web page', '<!doctype html><title>Welcome</title>', { type: 'text/html' }),
  sts('badcert', 'MTA-STS whose policy host has the certificate of another name', enforce),
  sts('big', 'MTA-STS with a policy of 100 KiB', enforce + 'mx: a.example\r\n'.repeat(7_000)),
  sts('no-mode', 'MTA-STS whose policy has no mode', enforce.replace('mode: enforce\r\n', '')),
  sts('dup', 'MTA-STS with a field twice', `${enforce}mode: none\r\n`),
  sts('unknown-field', 'MTA-STS with a field of the future', `${enforce}future: yes\r\n`),
  sts('two-txt', 'Two MTA-STS records', enforce, { records: [...valid, 'v=STSv1; id=2'] }),
  sts('bad-id', 'An MTA-STS record with a malformed id', enforce, { records: ['v=STSv1; id=2026-01-01'] }),
  sts('uncovered', 'MTA-STS that does not name its mail server', enforce.replace(mx, 'mail.good.lab')),
  sts(
    'uncovered-testing',
    'MTA-STS under test that does not name its mail server',
    enforce.replace('enforce', 'testing').replace(mx, 'mail.good.lab'),
  ),
  sts('two-labels', 'MTA-STS with a star that would have to stand for two labels', enforce.replace(mx, '*.lab'), {
    mx: 'mail.good.lab',
  }),
  sts('short', 'MTA-STS that is remembered for an hour', enforce.replace('604800', '3600')),
  sts('no-tls', 'MTA-STS with a mail server without STARTTLS', enforce.replace(mx, 'smtp-plain.lab'), {
    mx: 'smtp-plain.lab',
  }),
  sts(
    'mx-expired',
    'MTA-STS with a mail server whose certificate is expired',
    enforce.replace(mx, 'smtp-expired.lab'),
    {
      mx: 'smtp-expired.lab',
    },
  ),
];

/** Policies of realistic domains, whose records stand with these: the zone, and what its policy host answers. */
export const realisticPolicies: readonly Pick<StsPolicy, 'zone' | 'policy' | 'status' | 'type'>[] = [
  { zone: 'large-provider', policy: enforce.replace(mx, 'smtp.google.com') },
  { zone: 'cdn-hosted', policy: enforce.replace(mx, '*.mx.cloudflare.net') },
];
