import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { ProtocolError } from '../protocol-error.ts';
import { decodeDnskey, decodeDs, decodeRrsig, digestedKey, signedData } from './dnssec.ts';
import { toUpperHex } from './encodings.ts';
import { parseRecords } from './record-line.ts';

const first = <T>(items: readonly T[]): T => {
  const [item] = items;
  assert.ok(item !== undefined);
  return item;
};

/** The key and the digests of RFC 4034 section 5.4 and RFC 4509 section 2.3. */
const rfc4034Key = `dskey.example.com. 86400 IN DNSKEY 256 3 5 ( AQOeiiR0GOMYkDshWoSKz9Xz
                      fwJr1AYtsmx3TGkJaNXVbfi/
                      2pHm822aJ5iI9BMzNXxeYCmZ
                      DRD99WYwYqUSdjMmmAphXdvx
                      egXd/M5+X7OrzKBaMbCVdFLU
                      Uh6DhweJBjEVv5f2wwjM9Xzc
                      nOf+EPbtG9DMBmADjFDc2w/r
                      ljwvFw==
                      ) ;  key id = 60485`;

test('key tag and digests of the key of RFC 4034 section 5.4 and RFC 4509 section 2.3', () => {
  const key = first(parseRecords(rfc4034Key));
  assert.equal(decodeDnskey(key.rdata).keyTag, 60485);
  const digest = (hash: string) => createHash(hash).update(digestedKey('DSKEY.example.com', key.rdata)).digest('hex');
  assert.equal(digest('sha1'), '2bb183af5f22588179a53b0a98631fad1a292118');
  assert.equal(digest('sha256'), 'd4b7d520e7bb5f0f67674a0cceb1e3e0614b93c4f9e99b8383f6a1e4469da50a');
});

/** RFC 8080 section 6.1. */
const ed25519 = {
  key: 'example.com. 3600 IN DNSKEY 257 3 15 l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=',
  ds: 'example.com. 3600 IN DS 3613 15 2 3aa5ab37efce57f737fc1627013fee07bdf241bd10f3b1964ab55c78e79a304b',
  mx: 'example.com. 3600 IN MX 10 mail.example.com.',
  rrsig:
    'example.com. 3600 IN RRSIG MX 15 2 3600 1440021600 1438207200 3613 example.com. ( oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg== )',
};

test('the signature of RFC 8080 section 6.1 verifies over the bytes that this codec says were signed', () => {
  const key = first(parseRecords(ed25519.key));
  const ds = decodeDs(first(parseRecords(ed25519.ds)).rdata);
  assert.equal(ds.keyTag, decodeDnskey(key.rdata).keyTag);
  assert.equal(
    createHash('sha256').update(digestedKey(key.name, key.rdata)).digest('hex').toUpperCase(),
    toUpperHex(ds.digest),
  );
  const signature = decodeRrsig(first(parseRecords(ed25519.rrsig)).rdata);
  const records = parseRecords(ed25519.mx);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(decodeDnskey(key.rdata).publicKey).toString('base64url') };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const verifies = (rows: typeof records) => verify(null, signedData(signature, rows), publicKey, signature.signature);
  assert.equal(verifies(records), true);
  assert.equal(verifies([...records, ...records]), true, 'a repeated record is signed once');
  assert.equal(
    verifies(records.map((row) => ({ ...row, name: 'EXAMPLE.com', ttl: 7 }))),
    true,
    'case and remaining TTL do not count',
  );
  assert.equal(verifies(parseRecords('example.com. 3600 IN MX 11 mail.example.com.')), false);
});

/** RFC 6605 section 6.1. */
test('the signature of RFC 6605 section 6.1 verifies', () => {
  const key = first(
    parseRecords(
      'example.net. 3600 IN DNSKEY 257 3 13 ( GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA== )',
    ),
  );
  const decoded = decodeDnskey(key.rdata);
  assert.equal(decoded.keyTag, 55648);
  const [x, y] = [decoded.publicKey.subarray(0, 32), decoded.publicKey.subarray(32)].map((half) =>
    Buffer.from(half).toString('base64url'),
  );
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const signature = decodeRrsig(
    first(
      parseRecords(
        'www.example.net. 3600 IN RRSIG A 13 3 3600 20100909100439 20100812100439 55648 example.net. ( qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw== )',
      ),
    ).rdata,
  );
  const data = signedData(signature, parseRecords('www.example.net. 3600 IN A 192.0.2.1'));
  assert.equal(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature.signature), true);
});

test('zone-file text is read with comments, either order of TTL and class, and parentheses over lines', () => {
  const text = `; anchors\n$TTL 1\n. IN 86400 DS 20326 8 2 ( AB\n CD ) ; key\n\nLab. DNSKEY 257 3 13 AQID ;{id = 1}\nx.lab 5 TXT "a;(b" ;c\n`;
  const records = parseRecords(text);
  assert.deepEqual(
    records.map(({ name, type, ttl }) => [name, type, ttl]),
    [
      ['.', 43, 86400],
      ['lab', 48, 0],
      ['x.lab', 16, 5],
    ],
  );
});

test('zone-file text that is no record is refused', () => {
  for (const text of ['x', '. IN', '. IN DS', '. IN DS 1 2 3 (AB', 'x IN A 1.2.3'])
    assert.throws(() => parseRecords(text), ProtocolError, text);
});
