import assert from 'node:assert/strict';
import { checkPrimeSync } from 'node:crypto';
import { test } from 'node:test';
import type { FindingDraft } from '../../../catalogue/outcome.ts';
import type { TlsVersion } from '../../../evidence/tls/schema.ts';
import { tls12Only, tls13Only, tlsOf, refusedEndpoint } from '../../derive/tls/testing/evidence.ts';
import { soundEvidence, testFlaws } from '../../derive/tls/testing/flaws.ts';
import { commonPrimes } from '../../derive/tls/common-primes.data.ts';
import { vulnLogjam } from './logjam.ts';

const dhe = 0x009e;
const oakley2 = commonPrimes.find(({ name }) => name.includes('group 2 '))?.prime ?? '';
const withPrime = (changes: Partial<TlsVersion['dh'][number]>) =>
  tlsOf(tls12Only([0xc02f, dhe], { dh: [{ suite: dhe, bits: 1024, prime: 'c1', export: false, ...changes }] }));

testFlaws([
  [vulnLogjam, 'no finite-field suite', tlsOf(tls12Only([0xc02f])), 'pass', /No ephemeral/],
  [vulnLogjam, 'a prime of 2048 bits', withPrime({ bits: 2048 }), 'pass', /more than 1024/],
  [vulnLogjam, 'a prime of 1536 bits is no matter of Logjam', withPrime({ bits: 1536 }), 'pass'],
  [vulnLogjam, 'a prime of 1024 bits', withPrime({}), 'fail', /1024 bits[^]*Reproduce: nmap .*ssl-dh-params/],
  [vulnLogjam, 'a common prime', withPrime({ prime: oakley2.toUpperCase() }), 'fail', /Oakley group 2 \(RFC 2409\)/],
  [vulnLogjam, 'an export suite', tlsOf(tls12Only([0x0014])), 'fail', /TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA/],
  [vulnLogjam, 'export parameters of their own', withPrime({ bits: 512, export: true }), 'fail', /512 bits/],
  [vulnLogjam, 'the parameters were not seen', tlsOf(tls12Only([dhe])), 'inconclusive', /are unknown/],
  [vulnLogjam, 'the list was cut short', tlsOf(tls12Only([0xc02f], { complete: false })), 'inconclusive'],
  [vulnLogjam, 'TLS 1.3 alone', tlsOf(tls13Only()), 'pass'],
  [vulnLogjam, 'nothing speaks TLS', tlsOf(refusedEndpoint), 'not-applicable'],
]);

type Weight = { [K in 'confidence' | 'cvss']: FindingDraft[K] | undefined };

const weightOf = (evidence: ReturnType<typeof withPrime>): Weight => {
  const outcome = vulnLogjam.evaluate({ ...soundEvidence, ...evidence });
  assert.equal(outcome.outcome, 'fail');
  const [{ confidence, cvss }] = outcome.findings;
  return { confidence, cvss };
};

test('a prime below 1024 bits is critical, one of 1024 bits medium, and confirmed where many servers share it', () => {
  const critical = { confidence: 'confirmed', cvss: 'totalInterception' };
  assert.deepEqual(weightOf(withPrime({ bits: 768 })), critical);
  assert.deepEqual(weightOf(withPrime({ bits: 1023 })), critical);
  assert.deepEqual(weightOf(tlsOf(tls12Only([0x0014]))), critical);
  assert.deepEqual(weightOf(withPrime({ prime: oakley2 })), { confidence: 'confirmed', cvss: undefined });
  assert.deepEqual(weightOf(withPrime({})), { confidence: 'firm', cvss: undefined });
});

/** floor(pi * 2^bits), by Machin's formula: pi / 4 = 4 arctan(1/5) - arctan(1/239). */
function scaledPi(bits: number): bigint {
  const guard = 64n;
  const one = 1n << (BigInt(bits) + guard);
  const arctan = (inverse: bigint): bigint => {
    let power = one / inverse;
    let sum = power;
    for (let odd = 3n, sign = -1n; power > 0n; odd += 2n, sign = -sign) {
      power /= inverse * inverse;
      sum += (sign * power) / odd;
    }
    return sum;
  };
  return (4n * (4n * arctan(5n) - arctan(239n))) >> guard;
}

/** RFC 2409 section 6: 2^n - 2^(n-64) - 1 + 2^64 * { [2^(n-130) pi] + c }. */
const oakley = (bits: number, constant: bigint): string => {
  const middle = scaledPi(bits - 130) + constant;
  return ((1n << BigInt(bits)) - (1n << BigInt(bits - 64)) - 1n + (middle << 64n)).toString(16);
};

test('the Oakley primes follow from pi', () => {
  const primes = commonPrimes.map(({ prime }) => prime);
  assert.equal(primes[0], oakley(768, 149_686n));
  assert.equal(primes[1], oakley(1024, 129_093n));
});

for (const { name, prime, bits, order } of commonPrimes) {
  test(`${name}: a prime of that size with a subgroup of prime order`, () => {
    const p = BigInt(`0x${prime}`);
    const q = order === undefined ? (p - 1n) / 2n : BigInt(`0x${order}`);
    assert.equal(p.toString(16), prime);
    assert.equal(p.toString(2).length, bits);
    assert.ok(bits <= 1024);
    assert.ok(checkPrimeSync(p));
    assert.ok(checkPrimeSync(q));
    assert.equal((p - 1n) % q, 0n);
  });
}
