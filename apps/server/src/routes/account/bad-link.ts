import { AppError } from '../../http/errors.ts';

/** The error for a token that is unknown, used or expired. */
export const badLink = (): AppError =>
  new AppError('invalid_request', {
    errors: [{ pointer: '/token', message: 'Invalid or expired link', reason: 'bad_token' }],
  });
