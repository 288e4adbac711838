import { policyHosts } from '../../evidence/site/policies/policy-hosts.ts';
import { answersOf } from '../../evidence/http/answer.ts';
import type { HttpEvidence } from '../../evidence/http/schema.ts';
import { noPage } from '../../evidence/page/none.ts';
import type { PageEvidence } from '../../evidence/page/schema.ts';
import { type ProbeContext, defineProbe } from '../probe.ts';
import { documentOf, type Reader, readAgain, readRole } from './documents.ts';
import { findLibraries } from './libraries.ts';
import { askReferences } from './references.ts';
import { fetchScripts } from './scripts.ts';

/** Reads the final document, the page of a nonexistent path, and the scripts of the own origin. */
export async function probePage(context: ProbeContext, http: HttpEvidence): Promise<PageEvidence> {
  const reader: Reader = { http, received: context.http.documents };
  const first = await readRole(reader, http.finalDocument, 'final');
  if (first === null) return noPage;
  const { document: final, scripts: inline } = first;
  const { facts } = final;
  const headers = answersOf(http).get(final.exchange)?.headers ?? [];
  const policed = policyHosts(headers, facts.metaPolicies, 'code');
  const [fetching, asking] = [fetchScripts(context, http, facts), askReferences(context, facts, policed)];
  const missing = http.exchanges.find(({ purpose }) => purpose === 'missing')?.id ?? null;
  const other = await readRole(reader, missing, 'missing');
  const documents = other === null ? [final] : [final, other.document];
  const again = await readAgain(reader, final);
  const { read, ...scripts } = await fetching;
  const page = { url: documentOf(reader, final.exchange)?.url.href ?? '', text: inline.join('\n') };
  const found = await findLibraries(facts, [page, ...read], context.settings.libraries);
  return { documents, again, ...scripts, ...found, references: await asking };
}

/** The contents of the site's documents, and of the scripts on its own origin. */
export const pageProbe = defineProbe({
  kind: 'page',
  needs: ['http'],
  run: async (context, { http }) => {
    const page = await probePage(context, http);
    return { evidence: { ...page, lookups: await context.lookups() } };
  },
});
