import { networkOf } from '../../credentials/network.ts';
import type { Principal } from '../../credentials/principal.ts';
import { sessionTokenOf } from '../../credentials/session-token.ts';
import type { HttpRequest } from '../../http/http.ts';
import { addressOf } from '../../plugins/authentication.ts';
import type { PageParts } from './options.ts';

/** Who looks at a page: the account of the session cookie, or nobody known. A session that has ended is nobody's. */
export async function readerOf({ identity }: Pick<PageParts, 'identity'>, request: HttpRequest): Promise<Principal> {
  const network = networkOf(addressOf(request));
  const token = sessionTokenOf(identity.cookiesOf(request), request.headers.cookie);
  const account = token === null ? null : await identity.authenticator.bySession(token, network);
  return account ?? { kind: 'anonymous', network };
}
