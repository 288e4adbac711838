import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../testing/random.ts';
import { ProtocolError } from '../protocol-error.ts';
import { identificationLimits, readIdentification } from './identification.ts';
import { latin1Bytes } from '../bytes.ts';

const read = (text: string) => readIdentification(latin1Bytes(text));

test('the identification is read in its parts', () => {
  assert.deepEqual(read('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n\0\0'), {
    line: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3',
    protocol: '2.0',
    software: 'OpenSSH_9.2p1',
    comments: 'Debian-2+deb12u3',
    linesBefore: 0,
    length: 40,
  });
  assert.equal(read('SSH-1.99-Cisco-1.25\n')?.protocol, '1.99');
  // The software must not have a hyphen (RFC 4253 section 4.2), but that of Cisco and others has.
  assert.equal(read('SSH-1.99-Cisco-1.25\n')?.software, 'Cisco-1.25');
  assert.equal(read('SSH-2.0-\r\n')?.software, '');
});

test('lines before the identification are left out, and nothing is said before its line ends', () => {
  const text = 'Authorized use only\r\n\r\nSSH-2.0-x\r\n';
  assert.deepEqual([read(text)?.linesBefore, read(text)?.length], [2, text.length]);
  for (let end = 0; end < text.length; end += 1) assert.equal(read(text.slice(0, end)), null);
});

test('what is no identification is refused', () => {
  const code = (text: string): string => {
    try {
      return String(read(text));
    } catch (error) {
      return error instanceof ProtocolError ? error.code : String(error);
    }
  };
  assert.equal(code('SSH-2.0\r\n'), 'ssh-identification-invalid');
  assert.equal(code('SSH-2.0-\x1b[31m\r\n'), 'ssh-identification-invalid');
  assert.equal(code(`SSH-2.0-${'x'.repeat(246)}\r\n`), 'ssh-identification-too-long');
  assert.equal(read(`SSH-2.0-${'x'.repeat(245)}\r\n`)?.software.length, 245);
  assert.equal(code('x'.repeat(identificationLimits.bytes)), 'ssh-identification-too-long');
  assert.equal(code('x\n'.repeat(identificationLimits.lines + 1)), 'ssh-identification-missing');
});

test('arbitrary bytes throw nothing but ProtocolError', () => {
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom('SSH-', '2.0-', '\r\n', '\n', ' ').map(latin1Bytes),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const all = Uint8Array.from(parts.flatMap((one) => [...one]));
      try {
        const found = readIdentification(all);
        if (found) assert.ok(found.line.length < found.length && found.length <= all.length);
      } catch (error) {
        assert.ok(error instanceof ProtocolError, String(error));
      }
    }),
    { numRuns: 500 },
  );
});
