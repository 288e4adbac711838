import { z } from 'zod';

/** A password being checked. */
export const givenPassword = z.string().min(1).max(1024);
