import { type Row, seenPage, testRows, unread } from '../testing/evidence.ts';
import { pageMixedActive, pageMixedPassive, pageProtocolRelative } from './mixed-content.ts';

const mixed = '<script src="http://cdn.other.lab/a.js"></script><iframe src="http://ads.other.lab/"></iframe>';
const upgrade = ['Content-Security-Policy: upgrade-insecure-requests'];
const picture = '<img src="http://img.other.lab/x.png">';
const relative = '<script src="//cdn.other.lab/a.js"></script>';

const rows: Row[] = [
  [
    pageMixedActive,
    'a script over HTTP',
    seenPage(mixed),
    'fail',
    /cdn\.other\.lab[^]*Line 1: script http:\/\/cdn[^]*Reproduce: curl .* \| grep/,
  ],
  [pageMixedActive, 'scripts over HTTPS', seenPage('<script src="https://cdn.other.lab/a.js"></script>'), 'pass'],
  [pageMixedActive, 'upgraded by a header', seenPage(mixed, { lines: upgrade }), 'pass', /upgrade-insecure-requests/],
  [
    pageMixedActive,
    'upgraded by a meta element',
    seenPage(`<meta http-equiv=content-security-policy content="upgrade-insecure-requests">${mixed}`),
    'pass',
  ],
  [
    pageMixedActive,
    'upgraded by a meta element in the body, which does not count',
    seenPage(`<p><meta http-equiv=content-security-policy content="upgrade-insecure-requests">${mixed}`),
    'fail',
  ],
  [
    pageMixedActive,
    'upgraded only in a report',
    seenPage(mixed, { lines: ['Content-Security-Policy-Report-Only: upgrade-insecure-requests'] }),
    'fail',
  ],
  [
    pageMixedActive,
    'pictures to choose from',
    seenPage('<img srcset="http://img.other.lab/x.png 2x">'),
    'fail',
    /img\.other\.lab/,
  ],
  [
    pageMixedActive,
    'a host that never leaves the machine',
    seenPage('<script src="http://localhost/a.js"></script>'),
    'pass',
  ],
  [pageMixedActive, 'a template', seenPage(`<template>${mixed}</template>`), 'pass'],
  [pageMixedActive, 'a page over HTTP', seenPage(mixed, { url: 'http://site.lab/' }), 'not-applicable'],
  [
    pageMixedActive,
    'more references than are kept',
    seenPage('<img src=/x>'.repeat(2_100)),
    'inconclusive',
    /2000 of 2100/,
  ],
  [pageMixedActive, 'silence', unread.silent, 'inconclusive'],

  [pageMixedPassive, 'a picture over HTTP', seenPage(picture), 'fail', /img\.other\.lab/],
  [pageMixedPassive, 'a picture over HTTPS', seenPage('<img src=/x.png>'), 'pass'],
  [pageMixedPassive, 'active content only', seenPage(mixed), 'pass'],
  [pageMixedPassive, 'a challenge', unread.walled, 'inconclusive'],

  [
    pageProtocolRelative,
    'on a page that is shown over HTTP too',
    seenPage(relative, { overHttp: 'document' }),
    'fail',
    /shown over HTTP too/,
  ],
  [pageProtocolRelative, 'on a page that redirects to HTTPS', seenPage(relative), 'pass', /HTTPS only/],
  [pageProtocolRelative, 'no such address', seenPage('<script src=/a.js></script>', { overHttp: 'document' }), 'pass'],
  [pageProtocolRelative, 'nothing listens', unread.refused, 'not-applicable'],
];

testRows(rows);
