import { cookiesThat } from '../../derive/subjects/cookies.ts';

/** Each cookie that looks like a session, of those that browsers keep. */
export const sessions = cookiesThat(
  ({ isSession, kept }) => isSession && kept !== null,
  'a cookie that looks like a session',
);
