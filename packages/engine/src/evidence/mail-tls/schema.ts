import { z } from 'zod';
import { tlsEndpoint } from '../tls/schema.ts';

/** The TLS inventory of each mail server behind STARTTLS; deep mode only. The server name is the MX host. */
export const mailTlsEvidence = z.object({ endpoints: z.array(tlsEndpoint) });
export type MailTlsEvidence = z.infer<typeof mailTlsEvidence>;
