import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authMechanismsOf, capabilitiesOf, isMasked, offers } from './capabilities.ts';
import { doorOf, type SmtpDoor } from './door.ts';
import { readReply, smtpLimits } from './reply.ts';

test('a reply ends with the line that has no hyphen behind its code, and what follows it is left', () => {
  assert.deepEqual(readReply('250-mx.lab\r\n250-SIZE 10\r\n250 HELP\r\n220 next'), {
    kind: 'reply',
    reply: { code: 250, lines: ['mx.lab', 'SIZE 10', 'HELP'] },
    rest: '220 next',
  });
  assert.deepEqual(readReply('220\n'), { kind: 'reply', reply: { code: 220, lines: [''] }, rest: '' });
  assert.deepEqual(readReply('220 '), { kind: 'more' });
});

test('other protocols, changing codes and endless replies are no replies', () => {
  assert.equal(readReply('SSH-2.0-x\r\n').kind, 'malformed');
  assert.equal(readReply('250-a\r\n550 b\r\n').kind, 'malformed');
  assert.equal(readReply('199 a\r\n').kind, 'malformed');
  assert.equal(readReply('x'.repeat(smtpLimits.octets + 1)).kind, 'endless');
  assert.equal(readReply('250-a\r\n'.repeat(smtpLimits.lines + 1)).kind, 'endless');
});

test('capabilities are keywords with parameters, and AUTH= counts as AUTH', () => {
  const lines = ['mx.lab greets', 'STARTTLS', 'size 1000', 'AUTH=LOGIN', 'AUTH PLAIN login', ' *** '];
  assert.deepEqual(capabilitiesOf(lines).slice(0, 2), [
    { keyword: 'STARTTLS', parameters: [] },
    { keyword: 'SIZE', parameters: ['1000'] },
  ]);
  assert.equal(offers(lines, 'STARTTLS'), true);
  assert.equal(offers(['STARTTLS'], 'STARTTLS'), false, 'the first line is a name');
  assert.deepEqual(authMechanismsOf(lines), ['LOGIN', 'PLAIN']);
});

test('keywords that were replaced by X are recognized', () => {
  assert.equal(isMasked(['mx.lab', 'PIPELINING', 'XXXXXXXA']), true);
  assert.equal(isMasked(['mx.lab', 'XCLIENT NAME', 'XXX']), false);
});

const doors: readonly (readonly [number, string, SmtpDoor])[] = [
  [220, 'mx.lab ESMTP', 'open'],
  [421, 'too many connections', 'rate-limited'],
  [451, 'try again', 'rate-limited'],
  [421, '192.0.2.1 is listed at zen.spamhaus.org', 'refused-us'],
  [554, 'no SMTP service here', 'refused-us'],
  [550, 'access denied, poor reputation', 'refused-us'],
  [521, 'mx.lab does not accept mail', 'no-mail'],
  [556, 'no mail', 'no-mail'],
  [500, 'what', 'refused'],
];
for (const [code, text, wanted] of doors) {
  test(`${code} ${text}: ${wanted}`, () => assert.equal(doorOf({ code, lines: [text] }), wanted));
}

test('any bytes are read to an end, and a whole reply is found however its bytes are cut', () => {
  let seed = 7;
  const next = (most: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  const parts = ['250', '-', ' ', '\r\n', '\n', 'STARTTLS', 'XXXX', '\0', '\u00ff', '=', '220 ', '999'];
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: next(12) }, () => parts[next(parts.length)] ?? '').join('');
    const read = readReply(text);
    if (read.kind !== 'reply') continue;
    const { code, lines } = read.reply;
    assert.ok(code >= 200 && code < 600 && lines.length > 0 && text.endsWith(read.rest));
    capabilitiesOf(lines);
    doorOf(read.reply);
    isMasked(lines);
  }
});
