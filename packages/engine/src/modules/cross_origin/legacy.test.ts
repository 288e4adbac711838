import { noBehaviour } from '../../evidence/behaviour/none.ts';
import { answered, failed, silent } from '../derive/http/testing/evidence.ts';
import { corsLegacyPolicy } from './legacy.ts';
import { crossOriginSite, testCrossOriginRows } from './testing/evidence.ts';

const file = (status: number, allowsAll: boolean) =>
  crossOriginSite({
    behaviour: {
      exchanges: [answered('crossdomain', [], { status, reason: 'x' })],
      crossdomain: { exchange: 'crossdomain', allowsAll },
    },
  });

testCrossOriginRows([
  [corsLegacyPolicy, 'every domain', file(200, true), 'fail', /every domain/],
  [corsLegacyPolicy, 'a file that names some', file(200, false), 'pass'],
  [corsLegacyPolicy, 'no file', file(404, false), 'not-applicable'],
  [corsLegacyPolicy, 'a rate limit', file(429, false), 'inconclusive'],
  [corsLegacyPolicy, 'a broken way to the server', file(504, false), 'inconclusive'],
  [corsLegacyPolicy, 'a broken origin behind Cloudflare', file(522, false), 'inconclusive'],
  [
    corsLegacyPolicy,
    'no answer',
    crossOriginSite({
      behaviour: {
        exchanges: [failed('crossdomain', 'timeout')],
        crossdomain: { exchange: 'crossdomain', allowsAll: false },
      },
    }),
    'inconclusive',
  ],
  [corsLegacyPolicy, 'silence', { ...silent, behaviour: noBehaviour }, 'inconclusive'],
]);
