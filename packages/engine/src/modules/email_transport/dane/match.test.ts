import {
  mailAddressOf,
  mailHostOf,
  negotiated,
  tlsaAnswerOf,
  tlsaRecordOf,
} from '../../../evidence/mail-transport/example.ts';
import { netFailed, seen, unseen } from '../../../evidence/observed.ts';
import { daneWith, refusedForNow, saysMoreThanReady, sound, testRows, transportOf } from '../testing/evidence.ts';
import { daneMismatch, daneRollover } from './match.ts';

const outcome = (value: 'none' | 'name' | 'expired') =>
  tlsaRecordOf({ matches: [{ address: '192.0.2.25', outcome: value }] });
const records = tlsaAnswerOf([tlsaRecordOf()]);
const unusable = tlsaAnswerOf([tlsaRecordOf({ usage: 1, unusable: 'usage', matches: [] })]);
/** The record matches these of the address's chains aa and cc. */
const both = (leaves: readonly string[]) =>
  tlsaAnswerOf([
    tlsaRecordOf({
      matches: ['aa', 'cc'].map((leaf) => ({
        address: '192.0.2.25',
        leaf,
        outcome: leaves.includes(leaf) ? 'match' : 'none',
      })),
    }),
  ]);
const at = (startTls: Parameters<typeof mailAddressOf>[1]) => ({ addresses: [mailAddressOf('192.0.2.25', startTls)] });

const noAnswer = unseen('timeout', 'nothing-answered');

const { ehlo: _, ...rsa } = negotiated({ chain: ['cc'] });
const secondChain = at({ second: seen({ ...rsa, keyKind: 'RSA' }) });

testRows([
  [daneMismatch, 'a record matches', sound, 'pass'],
  [daneMismatch, 'one of two matches', daneWith([tlsaAnswerOf([outcome('none'), tlsaRecordOf()])]), 'pass'],
  [
    daneMismatch,
    'none matches',
    daneWith([tlsaAnswerOf([outcome('none')])]),
    'fail',
    /The usable TLSA record does not match/,
  ],
  [daneMismatch, 'the anchor is for other names', daneWith([tlsaAnswerOf([outcome('name')])]), 'fail', /other names/],
  [daneMismatch, 'the anchor is on an expired path', daneWith([tlsaAnswerOf([outcome('expired')])]), 'fail', /dates/],
  [
    daneMismatch,
    'there is no STARTTLS',
    daneWith([records], at({ startTls: seen({ outcome: 'not-offered' }) })),
    'fail',
    /not offered.*Expected: STARTTLS, or no TLSA records/,
  ],
  [
    daneMismatch,
    'the handshake failed',
    daneWith(
      [records],
      at({ startTls: seen({ outcome: 'failed', failures: [netFailed('tls', 'handshake-failed', 'x')] }) }),
    ),
    'inconclusive',
  ],
  [daneMismatch, 'TLS is not available for now', daneWith([records], at(refusedForNow)), 'inconclusive', /for now/],
  [daneMismatch, 'the reply to STARTTLS goes on', daneWith([records], at(saysMoreThanReady)), 'inconclusive'],
  [
    daneMismatch,
    'no answer',
    daneWith([records], at({ startTls: unseen('timeout', 'nothing-answered') })),
    'inconclusive',
  ],
  [daneMismatch, 'a second chain that a record matches', daneWith([both(['aa', 'cc'])], secondChain), 'pass'],
  [daneMismatch, 'a second chain without a record', daneWith([both(['aa'])], secondChain), 'fail', /for RSA keys/],
  [
    daneMismatch,
    'the first chain without a record',
    daneWith([both(['cc'])], secondChain),
    'fail',
    /The usable TLSA record does not match/,
  ],
  [
    daneMismatch,
    'no second chain',
    daneWith([both(['aa'])], at({ second: seen({ outcome: 'none', keyKind: 'RSA' }) })),
    'pass',
  ],
  [daneMismatch, 'only unusable records', daneWith([unusable]), 'not-applicable'],
  [daneMismatch, 'unsigned records', transportOf(), 'not-applicable'],
  [
    daneMismatch,
    'unsigned records of a server that does not answer',
    transportOf({ hosts: [mailHostOf('mx.site.lab', at(noAnswer))] }),
    'not-applicable',
    /no signed TLSA records/,
  ],
  [daneMismatch, 'signed records, and no answer', daneWith([records], at(noAnswer)), 'inconclusive', /192\.0\.2\.25/],
  [
    daneMismatch,
    'a signed alias of an unsigned host, records below the alias',
    daneWith([records], { security: 'insecure', reason: 'no-ds', aliasSecurity: 'secure' }),
    'pass',
  ],
  [
    daneMismatch,
    'an unsigned alias',
    daneWith([records], { security: 'insecure', reason: 'no-ds', aliasSecurity: 'insecure' }),
    'not-applicable',
  ],
  [daneRollover, 'two records', sound, 'pass'],
  [daneRollover, 'one record', daneWith([records]), 'informational', /second record/],
  [daneRollover, 'one record of the issuer', daneWith([tlsaAnswerOf([tlsaRecordOf({ usage: 2 })])]), 'pass'],
  [daneRollover, 'none', daneWith([tlsaAnswerOf()]), 'not-applicable'],
]);
