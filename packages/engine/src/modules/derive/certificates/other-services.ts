import type { CertificatesEvidence } from '../../../evidence/certificates/schema.ts';
import { placeOf } from '../../../catalogue/endpoints.ts';

/** A service of the host beside the website, and the key and certificate that it shows. */
export type OtherService = Extract<CertificatesEvidence['otherServices'], { known: true }>['value'][number];

/** The service in a sentence: protocol, address and port. */
export const serviceName = (service: OtherService): string => `${service.protocol} on ${placeOf(service)}`;

/** True where the service is known to answer SSL 2.0. */
export const answersSsl2 = ({ ssl2 }: OtherService): boolean => ssl2.known && ssl2.value;
