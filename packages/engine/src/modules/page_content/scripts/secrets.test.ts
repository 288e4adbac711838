import { unseen } from '../../../evidence/observed.ts';
import { fetched, type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { jsPublicKey, jsSecret } from './secrets.ts';

const secret = `${'sk_'}live_Qm9vZ2llMTIzNDU2Nzg5MHh5WkFC`;
const publicKey = `${'pk_'}live_Qm9vZ2llMTIzNDU2Nzg5MHh5WkFC`;
const placed = { provider: 'stripe', isPrivate: true, masked: 'sk_live_<28 characters>', line: 1 } as const;

const rows: Row[] = [
  [
    jsSecret,
    'in the document',
    seenPage(`<script>k="${secret}"</script>`),
    'fail',
    /Secret key of Stripe[^]*sk_live_<\d+ characters>[^]*grep -anoF -e 'sk_live_'/,
  ],
  [
    jsSecret,
    'in a script',
    seenPage('<p>', { scripts: [fetched('https://site.lab/a.js', '', { secrets: [placed] })] }),
    'fail',
    /https:\/\/site\.lab\/a\.js/,
  ],
  [
    jsSecret,
    'one that ended before the audit',
    seenPage('<p>', {
      startedAtMs: Date.UTC(2026, 0, 2),
      scripts: [fetched('https://site.lab/a.js', '', { secrets: [{ ...placed, endsAt: '2026-01-01T00:00:00.000Z' }] })],
    }),
    'fail',
    /ended on 2026-01-01, so it opens nothing now/,
  ],
  [
    jsSecret,
    'one that ends later',
    seenPage('<p>', {
      startedAtMs: Date.UTC(2026, 0, 2),
      scripts: [fetched('https://site.lab/a.js', '', { secrets: [{ ...placed, endsAt: '2026-01-03T00:00:00.000Z' }] })],
    }),
    'fail',
    /revoke the key/,
  ],
  [jsSecret, 'a public key', seenPage(`<script>k="${publicKey}"</script>`), 'pass'],
  [
    jsSecret,
    'a script that was not read',
    seenPage('<p>', { scripts: [{ url: 'https://site.lab/a.js', answer: unseen('reset', 'no-answer') }] }),
    'inconclusive',
  ],
  [jsSecret, 'scripts that were left out', seenPage('<p>', { scriptsLeft: 1 }), 'inconclusive', /1 script of the site/],
  [jsSecret, 'silence', unread.silent, 'inconclusive'],
  [
    jsPublicKey,
    'a public key',
    seenPage(`<script>k="${publicKey}"</script>`),
    'informational',
    /Publishable key of Stripe/,
  ],
  [jsPublicKey, 'none', seenPage('<p>'), 'pass'],
  [jsPublicKey, 'nothing listens', unread.refused, 'not-applicable'],
];

testRows(rows);
