import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { ProtocolError } from '../protocol-error.ts';
import { fromHex, toUpperHex } from './encodings.ts';
import { canonicalRdata, expandRdata, parseRdata, printRdata, txtOctets } from './rdata.ts';
import { rdataLayouts } from './rdata-layouts.data.ts';
import { typeCode } from './types.ts';

const hex = (text: string): Uint8Array => fromHex(text.replaceAll(' ', ''));

/** Type, text as printed, wire format. */
const rows: [string, string, string][] = [
  ['A', '192.0.2.1', 'c0000201'],
  ['AAAA', '4321:0:1:2:3:4:567:89ab', '43210000000100020003000405 6789ab'], // RFC 3596 section 2.5
  ['AAAA', '2001:db8::1', '20010db8000000000000000000000001'],
  ['AAAA', '::', '00000000000000000000000000000000'],
  ['NS', 'ns.good.lab', '02 6e73 04 676f6f64 03 6c6162 00'],
  ['MX', '0 .', '0000 00'], // RFC 7505 section 3
  ['TXT', '"a\\"b\\\\c" ""', '05 61 22 62 5c 63 00'],
  ['SRV', '0 5 5060 sip.lab', '0000 0005 13c4 03 736970 03 6c6162 00'],
  ['CAA', '0 issue "ca.good.lab; policy=ev"', '00 05 6973737565 63612e676f6f642e6c61623b20706f6c6963793d6576'],
  ['CAA', '128 tbs "Unknown"', '80 03 746273 556e6b6e6f776e'], // RFC 8659 section 4.1
  ['DS', '60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118', 'ec45 05 01 2bb183af5f22588179a53b0a98631fad1a292118'], // RFC 4034 section 5.4
  [
    'NSEC',
    'host.lab A MX RRSIG NSEC TYPE1234',
    '04 686f7374 03 6c6162 00 0006400100000003 041b 0000000000000000000000000000000000000000000000000000 20',
  ], // RFC 4034 section 4.3
  ['NSEC3PARAM', '1 0 0 -', '01 00 0000 00'],
  ['TLSA', '3 1 1 AB', '03 01 01 ab'],
  ['SSHFP', '2 1 123456789ABCDEF67890123456789ABCDEF67890', '02 01 123456789abcdef67890123456789abcdef67890'], // RFC 4255 section 3.2
  ['NAPTR', '100 50 "s" "z3950+I2L+I2C" "" _z3950._tcp.gatech.lab', ''],
  ['URI', '10 1 "ftp://ftp1.good.lab/public"', '000a 0001 6674703a2f2f667470312e676f6f642e6c61622f7075626c6963'],
  ['DNSKEY', '257 3 15 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=', ''],
  [
    'RRSIG',
    'MX 15 2 3600 20150819220000 20150729220000 3613 good.lab AQID',
    '000f 0f 02 00000e10 55d4fc60 55b94ce0 0e1d 04 676f6f64 03 6c6162 00 010203',
  ],
  ['TYPE731', '\\# 6 ABCDEF012345', 'abcdef012345'], // RFC 3597 section 5
  ['TYPE62347', '\\# 0', ''],
];

for (const [type, text, wire] of rows) {
  test(`${type} ${text} is read and printed`, () => {
    const rdata = parseRdata(typeCode(type), text);
    assert.equal(printRdata(typeCode(type), rdata), text);
    if (wire !== '') assert.equal(toUpperHex(rdata), toUpperHex(hex(wire)));
  });
}

test('final dots of names in text are allowed and not printed', () => {
  assert.equal(printRdata(6, parseRdata(6, 'a. b. 1 2 3 4 4294967295')), 'a b 1 2 3 4 4294967295');
});

test('types of a bitmap are printed in the order of their numbers', () => {
  const text = '1 1 12 AABBCCDD 2T7B4G4VSA5SMI47K61MV5BV1A22BOJR NS SOA MX RRSIG DNSKEY NSEC3PARAM';
  assert.equal(printRdata(50, parseRdata(50, text)), text);
});

test('text outside of ASCII becomes UTF-8, and joined TXT strings are read as UTF-8', () => {
  assert.equal(printRdata(16, parseRdata(16, '"é" x')), '"\\195\\169" "x"');
  assert.equal(txtOctets('"v=spf1 " "-all\\195\\169"'), 'v=spf1 -all\u00c3\u00a9');
  assert.equal(txtOctets('"\\239\\187\\191v=spf1"'), '\u00ef\u00bb\u00bfv=spf1', 'a byte order mark stays');
});

test('RDATA that is invalid for its type is printed in the form of unknown types', () => {
  assert.equal(printRdata(1, hex('c00002')), '\\# 3 C00002');
  assert.equal(printRdata(1, hex('c000020101')), '\\# 5 C000020101');
  assert.equal(printRdata(15, new Uint8Array()), '\\# 0');
  assert.equal(printRdata(16, hex('05 61')), '\\# 2 0561');
  assert.equal(printRdata(5, hex('c000')), '\\# 2 C000');
  assert.equal(printRdata(257, hex('00 00 61')), '\\# 3 000061');
  assert.deepEqual(parseRdata(1, '\\# 3 C00002'), hex('c00002'));
});

test('text that is invalid for its type is rejected', () => {
  const bad: [number, string][] = [
    [1, '1.2.3'], [1, '1.2.3.04'], [1, '1.2.3.4 5'], [28, '1::2::3'], [28, '1:2:3:4:5:6:7:8:9'], [28, '::1.2.3'],
    [15, '65536 a'], [15, '1'], [16, '"open'], [16, ''], [43, '1 2 3 ABC'], [48, '1 2 3 A==='], [47, 'a NOTYPE'],
    [99_999, 'x'], [731, 'x'], [731, '\\# 2 AB'],
  ]; // prettier-ignore
  for (const [type, text] of bad) assert.throws(() => parseRdata(type, text), ProtocolError, text);
});

test('names in RDATA are written out of their compression', () => {
  const message = Uint8Array.from([3, 0x6c, 0x61, 0x62, 0, 0, 10, 4, 0x6d, 0x61, 0x69, 0x6c, 0xc0, 0]);
  assert.equal(printRdata(15, expandRdata(message, 5, 9, 15)), '10 mail.lab');
  assert.throws(() => expandRdata(message, 5, 8, 15), ProtocolError);
});

test('canonical RDATA has the names of MX and DNAME in lower case, and those of NSEC and HTTPS as they were', () => {
  for (const [type, text, canonical] of [
    [15, '10 MAIL.Good.lab', '10 mail.good.lab'],
    [39, 'Good.LAB', 'good.lab'],
    [47, 'Next.LAB A', 'Next.LAB A'],
    [65, '1 Svc.LAB', '1 Svc.LAB'],
    [16, '"Keep"', '"Keep"'],
  ] as const) {
    assert.equal(printRdata(type, canonicalRdata(type, parseRdata(type, text))), canonical);
  }
});

test('printing any bytes as any type never throws, and what was printed reads back to the same bytes', () => {
  const types = Object.keys(rdataLayouts).map(typeCode);
  fc.assert(
    fc.property(fc.constantFrom(...types, 731), fc.uint8Array({ maxLength: 80 }), (type, rdata) => {
      // Bitmaps with zero bytes at their end have a shorter spelling, so only the text is stable for those.
      const text = printRdata(type, rdata);
      assert.equal(printRdata(type, parseRdata(type, text)), text);
    }),
    { numRuns: 500 },
  );
});
