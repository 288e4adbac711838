import type { Checkout } from './checkout.ts';
import { kebabCase, pascalCase, requireName, ScaffoldError } from './names.ts';

const PROTOCOLS = 'packages/protocols/src';

const source = (name: string): string => `import { ProtocolError } from '../protocol-error.ts';

/** One ${name} message. */
export interface ${pascalCase(name)}Message {
  /** 0 to 255. */
  type: number;
  body: Uint8Array;
}

/** Type (1 byte) and length of the body (2 bytes, big endian). */
const HEADER_BYTES = 3;
const MAX_BODY_BYTES = 0xff_ff;

// TODO: this is a made-up message; put the format of the standard in its place.
/** Reads one message; throws ProtocolError where the bytes are too few or too many. */
export function decode${pascalCase(name)}(bytes: Uint8Array): ${pascalCase(name)}Message {
  const [type, high, low] = bytes;
  if (type === undefined || high === undefined || low === undefined) {
    throw new ProtocolError('too-few-bytes', bytes.length, HEADER_BYTES, bytes.length);
  }
  const body = bytes.subarray(HEADER_BYTES);
  if (body.length !== high * 256 + low) throw new ProtocolError('length-mismatch', 1);
  return { type, body };
}

/** Writes one message; throws RangeError for what the format cannot say. */
export function encode${pascalCase(name)}({ type, body }: ${pascalCase(name)}Message): Uint8Array {
  if (body.length > MAX_BODY_BYTES) throw new RangeError(\`A body has at most \${MAX_BODY_BYTES} bytes\`);
  return new Uint8Array([type, body.length >> 8, body.length & 0xff, ...body]);
}
`;

const tests = (name: string): string => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRuns, fc } from '../testing/random.ts';
import { ProtocolError } from '../protocol-error.ts';
import { decode${pascalCase(name)}, encode${pascalCase(name)} } from './${name}.ts';

test('a message of the standard reads as it should', () => {
  assert.deepEqual(decode${pascalCase(name)}(new Uint8Array([1, 0, 2, 0xca, 0xfe])), {
    type: 1,
    body: new Uint8Array([0xca, 0xfe]),
  });
});

test('a message that is cut off or too long is refused with the offset', () => {
  assert.throws(() => decode${pascalCase(name)}(new Uint8Array([1, 0])), { name: 'ProtocolError', offset: 2 });
  assert.throws(() => decode${pascalCase(name)}(new Uint8Array([1, 0, 0, 9])), { name: 'ProtocolError', offset: 1 });
});

test('what was written reads back', () => {
  const message = fc.record(
    { type: fc.integer({ min: 0, max: 255 }), body: fc.uint8Array({ maxLength: 300 }) },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(message, (one) => assert.deepEqual(decode${pascalCase(name)}(encode${pascalCase(name)}(one)), one)),
    { numRuns: dayRuns(50) },
  );
});

test('nothing but ProtocolError is thrown, and what reads writes the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      try {
        assert.deepEqual(encode${pascalCase(name)}(decode${pascalCase(name)}(bytes)), bytes);
      } catch (error) {
        assert.ok(error instanceof ProtocolError, String(error));
      }
    }),
    { numRuns: dayRuns(200) },
  );
});
`;

/** The row of ARCHITECTURE.md with the folders of the codecs, which ends with the e-mail records. */
const ROOMS = 'ARCHITECTURE.md';
const MAIL_CODECS = /, and the records of e-mail: (?=`spf\/`)/u;

/** Makes a codec: a folder with source and test, and its name in the table of rooms. */
export function scaffoldCodec(checkout: Checkout, args: readonly string[]): void {
  const name = requireName('codec', args[0], kebabCase);
  const folder = `${PROTOCOLS}/${name}`;
  if (checkout.has(folder)) throw new ScaffoldError(`There is a folder ${folder} already`);
  checkout.create(`${folder}/${name}.ts`, source(name));
  checkout.create(`${folder}/${name}.test.ts`, tests(name));
  checkout.insertBefore(ROOMS, MAIL_CODECS, ` \`${name}/\``);
}
