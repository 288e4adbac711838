import assert from 'node:assert/strict';
import { fc } from '../../testing/random.ts';
import { ProtocolError } from '../../protocol-error.ts';

/** Asserts that a decoder answers or throws ProtocolError, on random bytes and on damaged valid messages. */
export function throwsOnlyProtocolErrors(
  decode: (bytes: Uint8Array) => unknown,
  valid: readonly Uint8Array[] = [],
): void {
  const damaged = fc
    .tuple(
      fc.constantFrom(new Uint8Array(0), ...valid),
      fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 4 }),
      fc.nat(600),
    )
    .map(([message, changes, length]) => {
      const copy = Uint8Array.from(message);
      for (const [at, value] of changes) if (at < copy.length) copy[at] = value;
      return copy.subarray(0, length);
    });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged), (bytes) => {
      try {
        decode(bytes);
      } catch (error) {
        assert.ok(error instanceof ProtocolError, String(error));
      }
    }),
    { numRuns: 400 },
  );
}

/** Lists of two-byte code points. */
export const codes = fc.uniqueArray(fc.nat(0xffff), { maxLength: 40 });

/** A byte string up to a length. */
export const bytes = (maxLength: number, minLength = 0): fc.Arbitrary<Uint8Array> =>
  fc.uint8Array({ minLength, maxLength });

/** Extension blocks without repeated types. */
export const extensionLists = fc.uniqueArray(
  fc.record({ type: fc.nat(0xffff), data: bytes(40) }, { noNullPrototype: true }),
  {
    maxLength: 8,
    selector: ({ type }) => type,
  },
);
