import { AppError } from '../../http/errors.ts';

/** Answers a token that was never sent, was used, or is too old. */
export const badLink = (): AppError =>
  new AppError('invalid_request', {
    errors: [{ pointer: '/token', message: 'Invalid or expired link', reason: 'bad_token' }],
  });
