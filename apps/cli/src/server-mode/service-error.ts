import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { ServiceFailureCode } from '@perimeter/report/forms/ending';

/** Why a service gave no usable answer; its message is safe to print. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceFailureCode;

  constructor(code: ServiceFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The exit code after a service gave no usable answer. */
export const serviceExit = ({ code }: ServiceError): ExitCode =>
  code === 'service_refused' ? exitCodes.serviceRefused.code : exitCodes.serviceUnreachable.code;

/** The message for a service that is too slow for the option. */
export const noAnswerInTime = 'The service did not answer within --timeout';
