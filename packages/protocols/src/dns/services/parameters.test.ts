import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '../../protocol-error.ts';
import { fromHex, toUpperHex } from '../encodings.ts';
import { parseRdata, printRdata } from '../rdata.ts';

const https = 65;
const foo = '03666f6f076578616d706c6503636f6d00';
const org = '03666f6f076578616d706c65036f726700';

/** Text, wire format and text as printed here: the vectors of RFC 9460 appendix D.1 and D.2. */
const vectors: [string, string, string][] = [
  ['0 foo.example.com.', `0000${foo}`, '0 foo.example.com'],
  ['1 .', '000100', '1 .'],
  ['16 foo.example.com. port=53', `0010${foo}000300020035`, '16 foo.example.com port=53'],
  ['1 foo.example.com. key667=hello', `0001${foo}029b000568656c6c6f`, '1 foo.example.com key667=hello'],
  [
    '1 foo.example.com. key667="hello\\210qoo"',
    `0001${foo}029b000968656c6c6fd2716f6f`,
    '1 foo.example.com key667=hello\\210qoo',
  ],
  [
    '1 foo.example.com. (\n ipv6hint="2001:db8::1,2001:db8::53:1" )',
    `0001${foo}0006002020010db800000000000000000000000120010db8000000000000000000530001`,
    '1 foo.example.com ipv6hint=2001:db8::1,2001:db8::53:1',
  ],
  [
    '1 example.com. ipv6hint="2001:db8:122:344::192.0.2.33"',
    '0001076578616d706c6503636f6d000006001020010db8012203440000 0000c0000221',
    '1 example.com ipv6hint=2001:db8:122:344::c000:221',
  ],
  [
    '16 foo.example.org. (alpn=h2,h3-19 mandatory=ipv4hint,alpn ipv4hint=192.0.2.1)',
    `0010${org}0000000400010004000100090268320568332d313900040004c0000201`,
    '16 foo.example.org mandatory=alpn,ipv4hint alpn=h2,h3-19 ipv4hint=192.0.2.1',
  ],
  [
    '16 foo.example.org. alpn="f\\\\\\\\oo\\\\,bar,h2"',
    `0010${org}0001000c08665c6f6f2c626172026832`,
    '16 foo.example.org alpn=f\\\\\\\\oo\\\\,bar,h2',
  ],
  [
    '16 foo.example.org. alpn=f\\\\\\092oo\\092,bar,h2',
    `0010${org}0001000c08665c6f6f2c626172026832`,
    '16 foo.example.org alpn=f\\\\\\\\oo\\\\,bar,h2',
  ],
];

for (const [text, wire, printed] of vectors) {
  test(`HTTPS ${text.replace('\n', ' ')} matches the vector of RFC 9460 appendix D`, () => {
    const rdata = parseRdata(https, text);
    assert.equal(toUpperHex(rdata), wire.replaceAll(' ', '').toUpperCase());
    assert.equal(printRdata(https, rdata), printed);
    assert.deepEqual(parseRdata(https, printed), rdata);
  });
}

test('the failure cases of RFC 9460 appendix D.3 are refused', () => {
  const cases = [
    'key123=abc key123=def', 'mandatory', 'alpn', 'port', 'ipv4hint', 'ipv6hint', 'no-default-alpn=abc',
    'mandatory=key123', 'mandatory=mandatory', 'mandatory=key123,key123 key123=abc',
  ]; // prettier-ignore
  for (const text of cases) assert.throws(() => parseRdata(https, `1 foo.example.com. ${text}`), ProtocolError, text);
});

test('parameters out of order on the wire are shown in the form of unknown types', () => {
  const rdata = fromHex('000100000300020035000100030268 32'.replace(' ', ''));
  assert.equal(printRdata(https, rdata), `\\# ${rdata.length} ${toUpperHex(rdata)}`);
});

test('no-default-alpn and ech are printed by name', () => {
  const text = '1 . alpn=h3 no-default-alpn ech=AAT+DQAA';
  assert.equal(printRdata(https, parseRdata(https, text)), text);
});
