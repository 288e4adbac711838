// The process that sets documents: it reads what targets sent, so it holds no key, no secret and no connection.
import { createTypesetter } from '@perimeter/report/pdf/typeset';
import { setImmediate as turn } from 'node:timers/promises';
import type { RenderAnswer, RenderRequest } from './render-messages.ts';

const typesetter = createTypesetter();

function render({ report, options }: RenderRequest): RenderAnswer {
  try {
    const { pdf, pages } = typesetter.typeset(report, options);
    return { ok: true, pdf, pages, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof Error ? error.message : String(error),
      rssBytes: process.memoryUsage.rss(),
    };
  }
}

process.on('message', (request: RenderRequest) => {
  const answer = render(request);
  // The typesetter's memory is given back by finalizers, which run between turns of the event loop.
  void turn().then(() => process.send?.(answer));
});
process.on('disconnect', () => process.exit(0));
