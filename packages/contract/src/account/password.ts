import { z } from 'zod';
import { isOverlong, lengthProblem, passwordBounds, passwordLength } from './password-length.ts';

/** A password being set. */
export const newPassword = z
  .string()
  .superRefine((password, context) => {
    const message = lengthProblem(password);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .meta({ ...passwordBounds, description: passwordLength });

/** A password being checked. */
export const givenPassword = z
  .string()
  .min(1)
  .refine((text) => !isOverlong(text), `No password has more than ${passwordBounds.maxLength} characters`)
  .meta({ maxLength: passwordBounds.maxLength });
