import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import { endSessionRoute, endSessionsRoute, listSessionsRoute } from './sessions.ts';
import { readSessionRoute, signInRoute, signOutRoute } from './sign-in.ts';

/** Adds the routes to log in and out, and the list of sessions. */
export function addSessionRoutes(http: Http, identity: Identity): void {
  signInRoute(http, identity);
  readSessionRoute(http, identity);
  signOutRoute(http, identity);
  listSessionsRoute(http, identity);
  endSessionsRoute(http, identity);
  endSessionRoute(http, identity);
}
