import { hitOf, pathRows, swept, testRows } from '../testing/evidence.ts';
import { adminLogin, adminOverHttp, adminUnauthenticated, apiDocs, wpUserEnum } from './admin.ts';

const login = hitOf('/adminer.php', 'admin', 'adminer', { mark: 'login', proof: ['Login of Adminer'] });
const open = hitOf('/phpmyadmin/', 'admin', 'phpMyAdmin', { mark: 'open' });
const statistics = hitOf('/haproxy?stats', 'status', 'haproxyStats');
const wordpress = hitOf('/wp-login.php', 'admin', 'wordpressLogin', { mark: 'login', proof: ['Login of WordPress'] });

testRows([
  ...pathRows(adminLogin, login, 'fail', /the login of Adminer/),
  [
    adminLogin,
    'the login of a content management system',
    swept([wordpress]),
    'informational',
    /the login of WordPress/,
  ],
  [adminLogin, 'no login at all', swept([open]), 'pass'],
  ...pathRows(adminUnauthenticated, open, 'fail', /asks for no login/),
  [
    adminUnauthenticated,
    'statistics with a form of administrators',
    swept([{ ...statistics, mark: 'open', proof: ['Set state to DRAIN'] }]),
    'fail',
    /form stops servers[^]*curl [^]*-e 'Set state to DRAIN'/,
  ],
  [adminUnauthenticated, 'statistics alone', swept([statistics]), 'pass'],
  [adminUnauthenticated, 'a login', swept([login]), 'pass'],
  [adminOverHttp, 'over HTTP', swept([login], { origin: 'http://site.lab' }), 'fail', /sent unencrypted/],
  [adminOverHttp, 'over HTTPS', swept([login]), 'pass'],
  [adminOverHttp, 'no answer', swept([{ ...login, verdict: 'unseen', unseen: 'blocked' }]), 'inconclusive'],
  ...pathRows(
    wpUserEnum,
    hitOf('/wp-json/wp/v2/users', 'wordpress-users', 'wordpressUsers'),
    'fail',
    /WordPress users/,
  ),
  ...pathRows(apiDocs, hitOf('/openapi.json', 'api', 'apiDescription'), 'informational', /may be intended/),
]);
