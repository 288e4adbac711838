import { silent } from '../derive/http/testing/evidence.ts';
import { noBehaviour } from '../../evidence/behaviour/example.ts';
import { httpBotWall, httpsMissing, httpsWwwBroken } from './presence.ts';
import { certificatesOf, type EnforcementRow, hsts, sound, testEnforcementRows, visits } from './testing/evidence.ts';

const nothing = { ...silent, certificates: certificatesOf([]), behaviour: noBehaviour };
const plainOnly = visits({
  'http-apex': [['http://site.lab/', 200]],
  'https-apex': [['https://site.lab/', 'refused']],
});
const plainAndSilent = visits({
  'http-apex': [['http://site.lab/', 200]],
  'https-apex': [['https://site.lab/', 'timeout']],
});
const page = ['https://site.lab/', 200, hsts()] as const;
const www = (
  ...hop: readonly ['https://www.site.lab/', 'refused' | 'timeout'] | readonly ['https://www.site.lab/', 200]
) => visits({ 'http-www': [['http://www.site.lab/', 200]], 'https-apex': [page], 'https-www': [hop] });
const challenge = visits({ 'https-apex': [['https://site.lab/', 403, 'CF-Mitigated: challenge']] });

const rows: EnforcementRow[] = [
  [httpsMissing, 'port 443 is closed', plainOnly, 'fail', /port 443 is closed/],
  [httpsMissing, 'port 443 is silent', plainAndSilent, 'inconclusive'],
  [httpsMissing, 'it answers', sound(), 'pass'],
  [httpsMissing, 'silence', nothing, 'inconclusive'],
  [httpsWwwBroken, 'www refuses', www('https://www.site.lab/', 'refused'), 'fail', /It answers over http/],
  [httpsWwwBroken, 'www is silent', www('https://www.site.lab/', 'timeout'), 'inconclusive'],
  [httpsWwwBroken, 'both answer', www('https://www.site.lab/', 200), 'pass'],
  [httpsWwwBroken, 'one name', sound(), 'not-applicable'],
  [
    httpsWwwBroken,
    'the apex of a www target refuses',
    visits({ 'https-www': [page], 'https-sibling': [['https://site.lab/x', 'refused']] }),
    'fail',
  ],
  [httpsWwwBroken, 'neither answers', plainOnly, 'not-applicable'],
  [httpBotWall, 'a challenge', challenge, 'informational', /PerimeterAudit/],
  [httpBotWall, 'a rate limit', visits({ 'https-apex': [['https://site.lab/', 429]] }), 'informational', /rate limit/],
  [httpBotWall, 'the site', sound(), 'pass'],
  [httpBotWall, 'silence', nothing, 'inconclusive'],
];

testEnforcementRows(rows);
