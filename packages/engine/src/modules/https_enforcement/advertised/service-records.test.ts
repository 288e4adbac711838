import { toBase64 } from '@perimeter/protocols/dns/encodings';
import { echConfig, echConfigList } from '@perimeter/protocols/tls/testing/ech-config';
import { type Row, rowTester } from '../../../catalogue/testing/rows.ts';
import { seen, unseen } from '../../../evidence/observed.ts';
import { exampleName } from '../../../evidence/zone/example.ts';
import { type Answers, auditedAtMs } from '../../derive/dns/testing/evidence.ts';
import { publicName, type ServicesGiven, servicesWith } from '../testing/services.ts';
import { httpsEch, httpsRr } from './service-records.ts';

const record = (...data: string[]): Answers => ({ HTTPS: data });
const offering = (bytes: Uint8Array): Answers => record(`1 . ech=${toBase64(bytes)}`);
const sound = offering(echConfigList(echConfig(publicName)));
const resolves: Answers = { [`A ${publicName}`]: ['192.0.2.80'], [`AAAA ${publicName}`]: [] };
const fits = seen({ covers: true, notAfterMs: auditedAtMs + 1_000 });

/** So many aliases from the site on, the first to cdn.example. */
const chain = (count: number): Answers =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `HTTPS ${i === 0 ? 'cdn' : `n${i + 1}`}.example`,
      i === count - 1 ? [] : [`0 n${i + 2}.example`],
    ]),
  );

const rows: Row<ServicesGiven>[] = [
  [
    httpsRr,
    'hints that are the addresses',
    { answers: record('1 . alpn=h2 ipv4hint=192.0.2.80 ipv6hint=2001:db8:1::80') },
    'pass',
  ],
  [
    httpsRr,
    'a hint to another address',
    { answers: record('1 . ipv4hint=192.0.2.99') },
    'fail',
    /192\.0\.2\.99 as a hint[^]*A 192\.0\.2\.80[^]*dig HTTPS/,
  ],
  [
    httpsRr,
    'a hint to IPv6 where there is none',
    { answers: { ...record('1 . ipv6hint=2001:db8:1::80'), AAAA: [] } },
    'fail',
    /No AAAA record/,
  ],
  [
    httpsRr,
    'one of two hints beyond the addresses',
    { answers: record('1 . ipv4hint=192.0.2.80,192.0.2.99') },
    'fail',
    /192\.0\.2\.99/,
  ],
  [
    httpsRr,
    'hints, and addresses that are not known',
    { answers: { ...record('1 . ipv4hint=192.0.2.99'), A: 'failed' } },
    'inconclusive',
  ],
  [
    httpsRr,
    'h2 that the server does not select',
    { answers: record('1 . alpn=h2'), selected: ['http/1.1'] },
    'fail',
    /offers h2/,
  ],
  [
    httpsRr,
    'a target without addresses',
    {
      answers: record('1 cdn.example'),
      behind: { 'A cdn.example': 'nxdomain', 'AAAA cdn.example': 'nxdomain' },
    },
    'fail',
    /leads to cdn\.example, which has no address/,
  ],
  [
    httpsRr,
    'a target with addresses',
    { answers: record('1 cdn.example'), behind: { 'A cdn.example': [], 'AAAA cdn.example': ['2001:db8::1'] } },
    'pass',
  ],
  [
    httpsRr,
    'a target that is not known',
    { answers: record('1 cdn.example'), behind: { 'A cdn.example': 'failed', 'AAAA cdn.example': [] } },
    'inconclusive',
  ],
  [httpsRr, 'a target that was not looked up', { answers: record('1 cdn.example') }, 'inconclusive'],
  [httpsRr, 'one record', { answers: record('1 . alpn=h2') }, 'pass', /1 HTTPS record agrees with/],
  [
    httpsRr,
    'no-default-alpn without alpn',
    { answers: record('1 . no-default-alpn') },
    'not-applicable',
    /dns-svcb-malformed/,
  ],
  [httpsRr, 'no-default-alpn beside alpn', { answers: record('1 . alpn=h2 no-default-alpn') }, 'pass'],
  [
    httpsRr,
    'both modes in one set',
    { answers: record('0 cdn.example', '1 . alpn=h2') },
    'fail',
    /ignore all records in ServiceMode[^]*HTTPS 1 \. alpn=h2/,
  ],
  [
    httpsRr,
    'a mandatory key that is not there',
    { answers: record('1 . mandatory=key667') },
    'not-applicable',
    /dns-svcb-malformed/,
  ],
  [
    httpsRr,
    'a mandatory key that nobody knows',
    { answers: record('1 . mandatory=key667 key667=x') },
    'fail',
    /makes key667 mandatory/,
  ],
  [
    httpsRr,
    'mandatory alpn without alpn',
    { answers: record('1 . mandatory=alpn') },
    'not-applicable',
    /dns-svcb-malformed/,
  ],
  [httpsRr, 'mandatory alpn', { answers: record('1 . mandatory=alpn alpn=h2') }, 'pass'],
  [
    httpsRr,
    'a key that stands twice',
    { answers: record('\\# 17 0001000001000302683200010003026832') },
    'not-applicable',
    /dns-svcb-malformed/,
  ],
  [httpsRr, 'octets that are cut off', { answers: record('\\# 5 0001000001') }, 'not-applicable', /dns-svcb-malformed/],
  [httpsRr, 'another port that was not seen', { answers: record('1 . port=8443') }, 'inconclusive', /port 8443/],
  [httpsRr, 'the usual port', { answers: record('1 . port=443') }, 'pass'],
  [
    httpsRr,
    'HTTP/3 alone, not asked for',
    { answers: record('1 . alpn=h3 no-default-alpn') },
    'inconclusive',
    /HTTP\/3 of/,
  ],
  [
    httpsRr,
    'HTTP/3 alone, no answer',
    { answers: record('1 . alpn=h3 no-default-alpn'), http3: false },
    'fail',
    /offers HTTP\/3 alone/,
  ],
  [httpsRr, 'HTTP/3 alone, an answer', { answers: record('1 . alpn=h3 no-default-alpn'), http3: true }, 'pass'],
  [
    httpsRr,
    'no service at a site that answers',
    { answers: record('0 .') },
    'fail',
    /says that there is no service \(RFC 9460 section 2\.5\.1\)/,
  ],
  [httpsRr, 'an alias', { answers: record('0 cdn.example') }, 'not-applicable'],
  ...(
    [
      [
        'an alias to a name without addresses',
        'nxdomain',
        'nxdomain',
        'fail',
        /leads to cdn\.example, which has no address/,
      ],
      ['an alias to a name with an address', ['192.0.2.7'], 'nxdomain', 'not-applicable', /./],
      ['an alias to a name that goes on by HTTPS records', 'nxdomain', ['1 far.example'], 'not-applicable', /./],
      ['an alias to a name whose HTTPS records nobody knows', 'nxdomain', 'failed', 'inconclusive', /./],
      ['an alias to a name whose addresses nobody knows', 'failed', 'nxdomain', 'inconclusive', /./],
    ] as const
  ).map(([what, addresses, next, outcome, says]): Row<ServicesGiven> => {
    const a = typeof addresses === 'string' ? addresses : [...addresses];
    const behind: Answers = { 'A cdn.example': a, 'AAAA cdn.example': 'nxdomain' };
    const https = typeof next === 'string' ? next : [...next];
    return [
      httpsRr,
      what,
      { answers: record('0 cdn.example'), behind: { ...behind, 'HTTPS cdn.example': https } },
      outcome,
      says,
    ];
  }),
  ...(
    [
      [
        'an alias that leads back to the site',
        { 'HTTPS cdn.example': [`0 ${exampleName}`] },
        'fail',
        /a loop of aliases/,
      ],
      [
        'an alias into a loop of others',
        { 'HTTPS cdn.example': ['0 far.example'], 'HTTPS far.example': ['0 cdn.example'] },
        'fail',
        /a loop of aliases[^]*cdn\.example → far\.example → cdn\.example/,
      ],
      ['nine aliases in turn', chain(9), 'fail', /more than 8 aliases/],
      [
        'eight aliases in turn',
        { ...chain(8), 'A n8.example': ['192.0.2.7'], 'AAAA n8.example': [] },
        'not-applicable',
        /./,
      ],
      [
        'two aliases to a name without addresses',
        {
          'HTTPS cdn.example': ['0 far.example'],
          'HTTPS far.example': [],
          'A far.example': [],
          'AAAA far.example': [],
        },
        'fail',
        /leads to far\.example, which has no address/,
      ],
      [
        'an alias to a record whose target has no address',
        { 'HTTPS cdn.example': ['1 far.example'], 'A far.example': 'nxdomain', 'AAAA far.example': 'nxdomain' },
        'fail',
        /leads to far\.example, which has no address/,
      ],
      ['an alias to a name without service', { 'HTTPS cdn.example': ['0 .'] }, 'fail', /says that there is no service/],
      ['two aliases, the second not asked for', { 'HTTPS cdn.example': ['0 far.example'] }, 'not-applicable', /./],
    ] as const
  ).map(([what, behind, outcome, says]): Row<ServicesGiven> => [
    httpsRr,
    what,
    { answers: record('0 cdn.example'), behind },
    outcome,
    says,
  ]),
  [httpsRr, 'an alias to itself', { answers: record(`0 ${exampleName}`), behind: {} }, 'fail', /a loop of aliases/],
  [httpsRr, 'no record', { answers: record() }, 'not-applicable'],
  [httpsRr, 'no answer', { answers: { HTTPS: 'failed' } }, 'inconclusive'],
  [httpsEch, 'a certificate of the public name', { answers: sound, behind: resolves, certificate: fits }, 'pass'],
  [
    httpsEch,
    'a certificate of another name',
    { answers: sound, behind: resolves, certificate: seen({ covers: false, notAfterMs: null }) },
    'fail',
    /a certificate without that name/,
  ],
  [
    httpsEch,
    'a certificate that has expired',
    { answers: sound, behind: resolves, certificate: seen({ covers: true, notAfterMs: auditedAtMs - 1 }) },
    'fail',
    /an expired certificate/,
  ],
  [
    httpsEch,
    'no answer for the public name',
    { answers: sound, behind: resolves, certificate: unseen('timeout', 'server-silent', 1) },
    'inconclusive',
  ],
  [
    httpsEch,
    'a public name without addresses',
    {
      answers: sound,
      behind: { [`A ${publicName}`]: 'nxdomain', [`AAAA ${publicName}`]: 'nxdomain' },
      certificate: fits,
    },
    'fail',
    /has no address/,
  ],
  [httpsEch, 'a public name that was not looked up', { answers: sound, certificate: fits }, 'inconclusive'],
  [httpsEch, 'a certificate that was not asked for', { answers: sound, behind: resolves }, 'inconclusive'],
  [httpsEch, 'a malformed list', { answers: offering(Uint8Array.of(0, 9, 1)) }, 'fail', /malformed/],
  [
    httpsEch,
    'versions of drafts alone',
    { answers: offering(echConfigList(echConfig(publicName, { version: 0xfe0a }))) },
    'fail',
    /0xfe0d/,
  ],
  [httpsEch, 'no ech', { answers: record('1 . alpn=h2') }, 'informational', /offers no Encrypted Client Hello/],
  [httpsEch, 'no record', { answers: record() }, 'informational', /There is no HTTPS record/],
  [httpsEch, 'no site over HTTPS', { answers: record(), url: null }, 'not-applicable'],
  [httpsEch, 'no answer', { answers: { HTTPS: 'failed' } }, 'inconclusive'],
];

rowTester(servicesWith)(rows);
