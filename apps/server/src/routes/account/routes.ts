import type { Http } from '../../http/http.ts';
import type { Identity } from '../../identity/identity.ts';
import type { ErasureParts } from '../../jobs/erase-account.ts';
import { exportRoute } from './export.ts';
import { readAccountRoute } from './account.ts';
import { deleteAccountRoute } from './delete.ts';
import { keepAccountRoute } from './keep.ts';
import { changeAccountRoute } from './change.ts';
import { sendConfirmationRoute } from './confirmation.ts';
import { confirmEmailRoute } from './confirm-email.ts';
import { confirmResetRoute } from './password-reset.ts';
import { requestResetRoute } from './request-reset.ts';
import { accountSettingsRoute } from './settings.ts';
import { signUpRoute } from './sign-up.ts';

/** Adds the routes for accounts and password resets. */
export function addAccountRoutes(http: Http, { identity, ...parts }: ErasureParts & { identity: Identity }): void {
  signUpRoute(http, identity);
  readAccountRoute(http, identity);
  changeAccountRoute(http, identity);
  accountSettingsRoute(http, identity);
  confirmEmailRoute(http, identity);
  sendConfirmationRoute(http, identity);
  deleteAccountRoute(http, identity, parts);
  keepAccountRoute(http, identity);
  exportRoute(http, identity);
  requestResetRoute(http, identity);
  confirmResetRoute(http, identity);
}
