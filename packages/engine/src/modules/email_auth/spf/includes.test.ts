import { mailOf, reference, type Row, soundSketch, testRows } from '../../derive/mail/testing/evidence.ts';
import { spfIncludeBroken, spfIncludeUnregistered } from './includes.ts';

const spf = async (record: string, more = {}, rest = {}) => mailOf({ txt: { '@': record, ...more }, ...rest });
const sound = await mailOf(soundSketch);
const include = 'v=spf1 include:i.lab -all';
const valid = { 'i.lab.': 'v=spf1 ip4:192.0.2.1 -all' };
const silent = await spf(include, { 'i.lab.': 'failed' });

const rows: Row[] = [
  [
    spfIncludeBroken,
    'no record',
    await spf(include, { 'i.lab.': 'other' }),
    'fail',
    /include:i\.lab: no SPF record\. Receivers/,
  ],
  [
    spfIncludeBroken,
    'a syntax error',
    await spf(include, { 'i.lab.': 'v=spf1 foo' }),
    'fail',
    /syntax error[^]*dig TXT site\.lab; dig TXT i\.lab/,
  ],
  [
    spfIncludeBroken,
    'the same fault at several names, one of them included twice',
    await spf('v=spf1 include:i.lab include:j.lab include:i.lab include:k.lab -all', {
      'i.lab.': 'other',
      'j.lab.': 'other',
      'k.lab.': 'v=spf1 foo',
    }),
    'fail',
    /^include:i\.lab, include:j\.lab: no SPF record; include:k\.lab: syntax error\. (?![^]*i\.lab\. TXT[^]*i\.lab\. TXT)[^]*dig TXT site\.lab; dig TXT i\.lab; dig TXT j\.lab$/m,
  ],
  [
    spfIncludeBroken,
    'no record, by an include of an include: the records on the way are shown',
    await spf('v=spf1 include:i.lab -all', {
      'i.lab.': 'v=spf1 include:j.lab -all',
      'j.lab.': 'v=spf1 include:k.lab -all',
      'k.lab.': 'other',
    }),
    'fail',
    /^include:k\.lab of j\.lab: no SPF record\. [^]*^i\.lab\. TXT "v=spf1 include:j\.lab[^]*^j\.lab\. TXT "v=spf1 include:k\.lab[^]*^; k\.lab\. TXT: no SPF record$[^]*dig TXT site\.lab; dig TXT i\.lab; dig TXT j\.lab; dig TXT k\.lab$/m,
  ],
  [
    spfIncludeBroken,
    'two records',
    await spf(include, { 'i.lab.': ['v=spf1 a', 'v=spf1 b'] }),
    'fail',
    /several[^]*TXT: several SPF records/,
  ],
  [
    spfIncludeBroken,
    'an unregistered domain, which is another finding',
    await spf('v=spf1 include:x.gone.lab -all', {}, { references: [reference('spf')] }),
    'not-applicable',
    /spf-include-unregistered/,
  ],
  [
    spfIncludeBroken,
    'an unregistered domain beside an invalid record',
    await spf(
      'v=spf1 include:x.gone.lab include:i.lab -all',
      { 'i.lab.': 'v=spf1 foo' },
      { references: [reference('spf')] },
    ),
    'fail',
    /^include:i\.lab: syntax error\. /m,
  ],
  [
    spfIncludeBroken,
    'a domain on hold',
    await spf('v=spf1 include:x.gone.lab -all', {}, { references: [reference('spf', 'registered', 'registry')] }),
    'fail',
  ],
  [spfIncludeBroken, 'a redirect to nothing', await spf('v=spf1 redirect=r.lab'), 'fail', /redirect=r\.lab/],
  [spfIncludeBroken, 'a redirect beside all', await spf('v=spf1 redirect=r.lab -all'), 'not-applicable'],
  [spfIncludeBroken, 'a valid record', await spf(include, valid), 'pass', /1 included record/],
  [spfIncludeBroken, 'none', sound, 'not-applicable'],
  [spfIncludeBroken, 'no answer', silent, 'inconclusive'],

  [
    spfIncludeUnregistered,
    'an unregistered domain',
    await spf(include, {}, { references: [reference('spf')] }),
    'fail',
    /gone\.lab seems to be unregistered[^]*; gone\.lab\. NS: NXDOMAIN/,
  ],
  [
    spfIncludeUnregistered,
    'an include without a record ends the whole record',
    await spf('v=spf1 include:x.gone.lab -all', {}, { references: [reference('spf')] }),
    'fail',
    /permanent error/,
  ],
  [
    spfIncludeUnregistered,
    'by an include: the record with the term is shown',
    await spf(include, { 'i.lab.': 'v=spf1 include:x.gone.lab -all' }, { references: [reference('spf')] }),
    'fail',
    /leads to x\.gone\.lab by the record of i\.lab, and gone\.lab seems[^]*remove the term there, or [^]*^i\.lab\. TXT "v=spf1 include:x\.gone\.lab[^]*dig TXT site\.lab; dig TXT i\.lab; dig TXT x\.gone\.lab$/m,
  ],
  [
    spfIncludeUnregistered,
    'a name that nobody can register',
    await spf(include, {}, { references: [reference('spf', 'unregistrable')] }),
    'pass',
  ],
  [
    spfIncludeUnregistered,
    'a domain on hold',
    await spf(include, {}, { references: [reference('spf', 'registered', 'registry')] }),
    'informational',
    /gone\.lab/,
  ],
  [
    spfIncludeUnregistered,
    'unknown registration',
    await spf(include, valid, { references: [reference('spf', 'unknown')] }),
    'inconclusive',
    /gone\.lab/,
  ],
  [
    spfIncludeUnregistered,
    'a registered domain without record',
    await spf(include, {}, { references: [reference('spf', 'registered')] }),
    'pass',
  ],
  [
    spfIncludeUnregistered,
    'an unregistered domain of reports',
    await spf(include, valid, { references: [reference('report')] }),
    'pass',
  ],
  [spfIncludeUnregistered, 'nothing outside', sound, 'not-applicable'],
  [spfIncludeUnregistered, 'no answer', silent, 'inconclusive'],
];

testRows(rows);
