import { type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { pageFormHttp, pagePasswordHttp } from './forms.ts';

const login = '<form method=post><input name=user><input type=password name=p></form>';
const contact = '<form action="http://site.lab/send" method=post><input type=email name=m></form>';

const rows: Row[] = [
  [pagePasswordHttp, 'over HTTP', seenPage(login, { url: 'http://site.lab/' }), 'fail', /1 password field\)/],
  [pagePasswordHttp, 'over HTTPS', seenPage(login), 'pass'],
  [pagePasswordHttp, 'in a comment', seenPage(`<!-- ${login} -->`, { url: 'http://site.lab/' }), 'pass', /no password/],
  [pagePasswordHttp, 'silence', unread.silent, 'inconclusive'],

  [pageFormHttp, 'an HTTPS page sends over HTTP', seenPage(contact), 'fail', /http:\/\/site\.lab\/send/],
  [
    pageFormHttp,
    'an HTTP page sends to itself',
    seenPage('<form><input name=a><textarea name=b></textarea></form>', { url: 'http://site.lab/' }),
    'fail',
  ],
  [
    pageFormHttp,
    'a password of an HTTP page, which is another check',
    seenPage(login, { url: 'http://site.lab/' }),
    'pass',
  ],
  [
    pageFormHttp,
    'a form without fields',
    seenPage('<form action="http://site.lab/x"><button>Go</button></form>'),
    'pass',
  ],
  [
    pageFormHttp,
    'a button that sends it over HTTP',
    seenPage('<form id=a action=/x><input></form><button form=a formaction="http://old.lab/x">Go</button>'),
    'fail',
    /sent to http:\/\/old\.lab\/x/,
  ],
  [pageFormHttp, 'sent over HTTPS', seenPage('<form action=/send><input></form>'), 'pass'],
  [
    pageFormHttp,
    'upgraded',
    seenPage(contact, { lines: ['Content-Security-Policy: upgrade-insecure-requests'] }),
    'pass',
    /upgrade/,
  ],
  [pageFormHttp, 'a redirect to others', unread.redirectOnly, 'not-applicable'],
];

testRows(rows);
