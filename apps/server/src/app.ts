import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Http } from './http/http.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { addAccessTable } from './plugins/access/table.ts';
import { accessTable } from './plugins/access/table.data.ts';
import { addAdmission, type AdmissionOptions } from './plugins/admission.ts';
import { addAnswers } from './plugins/answers.ts';
import { addOpenapi } from './plugins/openapi/openapi.ts';
import { addApi, type ApiOptions } from './routes/api.ts';
import { addPages, type PagesOptions } from './routes/pages.ts';

/** What the HTTP service is built from. */
export interface ServiceParts extends ApiOptions, Omit<PagesOptions, keyof ApiOptions> {
  count: AdmissionOptions['count'];
  /** Null where no metrics are collected. */
  metrics: Metrics | null;
}

/** Adds plugins and routes to the server, in the order in which a request passes them. */
export async function addService(http: Http, parts: ServiceParts): Promise<void> {
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  addAnswers(http, parts);
  addAccessTable(http, accessTable);
  const onClosing = (): void => {
    parts.changes.release();
    parts.offers.release();
  };
  addAdmission(http, { ...parts, onClosing });
  await addOpenapi(http);
  await addPages(http, parts);
  addApi(http, parts);
}
