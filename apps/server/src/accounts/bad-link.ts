import { AppError } from '../http/errors.ts';

/** Answers a token that was never sent, was used, or is too old. */
export const badLink = (): AppError =>
  new AppError('invalid_request', {
    errors: [
      {
        pointer: '/token',
        message: 'This link is incomplete, was used, or has expired: ask for another one',
        reason: 'bad_token',
      },
    ],
  });
