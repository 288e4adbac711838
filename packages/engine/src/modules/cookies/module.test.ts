import { testModule } from '../../catalogue/testing/module.ts';
import { nameless, refused, silent, walled } from '../derive/http/testing/evidence.ts';
import { hostileCookies, withCertificates } from './testing/evidence.ts';
import { cookies } from './module.ts';

testModule(cookies, {
  silent: { evidence: [withCertificates(silent)] },
  refused: { evidence: [withCertificates(refused), withCertificates(nameless)] },
  walled: { evidence: [withCertificates(walled([]))] },
  hostile: hostileCookies,
});
